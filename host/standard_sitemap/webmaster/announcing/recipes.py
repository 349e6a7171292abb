"""Configuration snippets that make a web server announce a sitemap. Pure.

Each recipe announces the sitemap on successful HTML responses only. It serves the file as XML without a charset,
because a charset in the header would override the file's own (D3). It allows compression and caching for an hour, and
describes its pitfall. `@PATH@` is the sitemap's path on the site. The tests run every recipe, exactly as printed, in
the real server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from urllib.parse import unquote

from standard_sitemap.webmaster.announcing.fields import NAMESPACE, USUAL_LOCATION

# None of these characters has a meaning in any server's configuration; % only starts an escape.
_PATH = re.compile(r"/(?:[A-Za-z0-9._~/@+,=-]|%[0-9A-Fa-f]{2})*[A-Za-z0-9._~@+,=-]")

_APACHE = r"""# Apache 2.4: announces @PATH@ on every HTML page that is answered with success.
# Use one of the two forms.
#
# Trap: the lines need mod_headers. Without it the first form does nothing, and says nothing; with the second Apache
# does not start ("Invalid command 'Header'"). On Debian:  a2enmod headers deflate  and start Apache anew; elsewhere
# uncomment the LoadModule lines. "Header always" in place of "Header" would announce on error pages, too; so would a
# page named by ErrorDocument, if it were not for REQUEST_STATUS.

# --- .htaccess, in the folder at the top of the site; needs AllowOverride FileInfo -------------------------------
<IfModule mod_headers.c>
    Header set Opt "\"@NAMESPACE@\"; ns=15" \
        "expr=%{REQUEST_STATUS} -lt 300 && %{CONTENT_TYPE} =~ m#^(text/html|application/xhtml\+xml)([; ]|$)#i"
    Header set 15-Location "@PATH@" \
        "expr=%{REQUEST_STATUS} -lt 300 && %{CONTENT_TYPE} =~ m#^(text/html|application/xhtml\+xml)([; ]|$)#i"
</IfModule>
<If "%{REQUEST_URI} == '@FILE@'">
    ForceType application/xml
    RemoveCharset .xml
    # Apache does not know the ETag of a compressed answer again (its bug 45023); without one it goes by the date.
    FileETag None
    <IfModule mod_headers.c>
        Header set Cache-Control "max-age=3600"
    </IfModule>
    <IfModule mod_deflate.c>
        SetOutputFilter DEFLATE
    </IfModule>
</If>

# --- httpd.conf, within <VirtualHost> ----------------------------------------------------------------------------
# LoadModule headers_module modules/mod_headers.so
# LoadModule deflate_module modules/mod_deflate.so
Header set Opt "\"@NAMESPACE@\"; ns=15" \
    "expr=%{REQUEST_STATUS} -lt 300 && %{CONTENT_TYPE} =~ m#^(text/html|application/xhtml\+xml)([; ]|$)#i"
Header set 15-Location "@PATH@" \
    "expr=%{REQUEST_STATUS} -lt 300 && %{CONTENT_TYPE} =~ m#^(text/html|application/xhtml\+xml)([; ]|$)#i"
<Location "@FILE@">
    ForceType application/xml
    FileETag None
    Header set Cache-Control "max-age=3600"
    SetOutputFilter DEFLATE
</Location>
"""

_PHP = r"""<?php
// PHP 8: announces @PATH@ on every HTML page that PHP answers with success.
//
// Save this as standard-sitemap.php, and name it by its full path in php.ini, .user.ini or the pool's configuration:
//     auto_prepend_file = /path/to/standard-sitemap.php
// or write  require '/path/to/standard-sitemap.php';  at the beginning of every script.
//
// Trap: PHP only sees what PHP answers. Pages that are plain .html files, and the sitemap itself, are the web server's:
// see --for of that. And there is one header callback: a script that calls header_register_callback() later takes the
// place of this one.
(static function (): void {
    header_register_callback(static function (): void {
        $type = ini_get('default_mimetype');
        foreach (headers_list() as $line) {
            [$name, $value] = explode(':', $line, 2);
            if (strcasecmp($name, 'Opt') === 0) {
                return;
            }
            if (strcasecmp($name, 'Content-Type') === 0) {
                $type = trim($value);
            }
        }
        $status = http_response_code() ?: 200;
        if ($status >= 200 && $status < 300 && preg_match('~^(text/html|application/xhtml\+xml)\s*(;|$)~i', $type)) {
            header('Opt: "@NAMESPACE@"; ns=15');
            header('15-Location: @PATH@');
        }
    });
})();
"""

_NGINX = r"""# nginx: announces @PATH@ on every HTML page that is answered with success.
#
# Trap: nginx takes over add_header lines from further out only where a block has none of its own. A location (or an
# "if" in it) with any add_header, say for caching, loses these two: repeat them there.
# Two sites with different paths share the first map, but each needs a second one with a name of its own.

# --- within http { } --------------------------------------------------------------------------------------------
map $sent_http_content_type $standard_sitemap_opt {
    default "";
    "~*^(text/html|application/xhtml\+xml)([; ]|$)" '"@NAMESPACE@"; ns=15';
}
map $sent_http_content_type $standard_sitemap_location {
    default "";
    "~*^(text/html|application/xhtml\+xml)([; ]|$)" "@PATH@";
}

# --- within server { } ------------------------------------------------------------------------------------------
# No "always" at their ends: it would put them on error pages, too.
add_header Opt $standard_sitemap_opt;
add_header 15-Location $standard_sitemap_location;

location = "@FILE@" {
    types { }
    default_type application/xml;
    charset off;
    add_header Cache-Control "max-age=3600";
    gzip on;
    gzip_types application/xml;
    gzip_vary on;
}
"""

_CADDY = r"""# Caddy 2: announces @PATH@. Into the block of the site.
#
# Trap: a "header" line looks at the request, before it is known what the answer will be. So there are two forms: by
# the file that is requested, for pages on disk; by the answer itself, for pages of an application. Lines in a
# "handle" or "route" block are not reached by requests that another block answers: repeat the first form there.
# Of pages on disk only those are announced whose address ends in a slash or is a page's name: where try_files leads
# from /about to about.html, add  path_regexp  lines for such addresses.

# --- for pages on disk, beside root and file_server -------------------------------------------------------------
@standard_sitemap_pages {
    method GET HEAD
    path_regexp (/|\.html?|\.xhtml)$
    file {path} {path}/index.html
}
header @standard_sitemap_pages {
    Opt `"@NAMESPACE@"; ns=15`
    15-Location "@PATH@"
}

@standard_sitemap_file path "@FILE@"
# Caddy would say charset=utf-8, whatever the file says: "defer" replaces that once it is said.
header @standard_sitemap_file {
    Content-Type application/xml
    Cache-Control "max-age=3600"
    defer
}
encode @standard_sitemap_file gzip

# --- for pages of an application: within reverse_proxy { } or php_fastcgi { } -----------------------------------
@standard_sitemap_html {
    status 2xx
    header Content-Type text/html*
}
@standard_sitemap_xhtml {
    status 2xx
    header Content-Type application/xhtml+xml*
}
handle_response @standard_sitemap_html {
    header Opt `"@NAMESPACE@"; ns=15`
    header 15-Location "@PATH@"
    copy_response
}
handle_response @standard_sitemap_xhtml {
    header Opt `"@NAMESPACE@"; ns=15`
    header 15-Location "@PATH@"
    copy_response
}
"""

_LIGHTTPD = r"""# lighttpd 1.4.65 or later: announces @PATH@ on every HTML page that is answered with success.
# Two files; if the second lies elsewhere, say so in the first.
#
# Trap: setenv.add-response-header would announce on all that an address matches, error pages included: lighttpd's own
# conditions cannot ask for the type of an answer. So a few lines of Lua do. They need mod_magnet, and compression
# mod_deflate, which are in packages of their own (Debian: lighttpd-modules-lua, lighttpd-mod-deflate). A block further
# in with a magnet.attract-response-start-to of its own takes the place of this one: name both scripts there. And a
# page named by server.error-handler-404 is answered with 200, as a page like others: server.error-handler keeps 404.

# --- lighttpd.conf ----------------------------------------------------------------------------------------------
server.modules += ( "mod_magnet", "mod_setenv", "mod_deflate" )
magnet.attract-response-start-to = ( "/etc/lighttpd/standard-sitemap.lua" )

$HTTP["url"] == "@FILE@" {
    mimetype.assign = ( "" => "application/xml" )
    setenv.add-response-header = ( "Cache-Control" => "max-age=3600" )
    deflate.mimetypes = ( "application/xml" )
    deflate.allowed-encodings = ( "gzip" )
}

# --- /etc/lighttpd/standard-sitemap.lua -------------------------------------------------------------------------
local r = lighty.r
local kind = string.lower(string.match(r.resp_header["Content-Type"] or "", "^[^; ]*"))
local status = r.req_item.http_status
if status >= 200 and status < 300 and (kind == "text/html" or kind == "application/xhtml+xml") then
    r.resp_header["Opt"] = '"@NAMESPACE@"; ns=15'
    r.resp_header["15-Location"] = "@PATH@"
end
return 0
"""

_HTML = """<!-- Into the <head> of every page that the sitemap serves.
     Trap: a relative address is seen from the page, or from its <base> where it has one; one that begins with a
     slash is good for all pages of a host. Links in <noscript> or <template> do not count. -->
<link rel="schema.ssp" href="@NAMESPACE@">
<link rel="ssp.location" href="@PATH@">
"""

RECIPES: Mapping[str, str] = {
    "nginx": _NGINX,
    "apache": _APACHE,
    "caddy": _CADDY,
    "lighttpd": _LIGHTTPD,
    "php": _PHP,
    "html": _HTML,
}


class BadPath(ValueError):
    """A path that cannot be written unquoted into a server's configuration; `args` holds the path and the reason."""


def recipe(server: str, path: str = USUAL_LOCATION) -> str:
    """Return the configuration for a server, one of `RECIPES`, and the sitemap at `path`.

    Raises BadPath.

    For servers, the path starts with a slash and is percent-encoded. For `html`, any address is valid.
    """
    if server == "html":
        return _filled(_HTML, escape(path), path)
    if not _PATH.fullmatch(path) or "//" in path:
        raise BadPath(path, "begin it with a slash, and percent-encode all but letters, digits and ._~/@+,=-")
    try:
        file = unquote(path, errors="strict")
    except UnicodeDecodeError as error:
        raise BadPath(path, "percent-encode it as UTF-8") from error
    if re.search(r"""["'\\${}*?\[\]%<>\x00-\x20\x7f]""", file):
        raise BadPath(path, "call the file by a name that servers need not quote, such as site-map.xml")
    # In Apache's configuration a percent sign starts a format and is written twice.
    return _filled(RECIPES[server], path.replace("%", "%%") if server == "apache" else path, file)


def _filled(text: str, path: str, file: str) -> str:
    name = re.escape(file.rpartition("/")[2])
    values = {"@NAMESPACE@": NAMESPACE, "@PATH@": path, "@FILE@": file, "@NAME@": name}
    return re.sub("|".join(values), lambda match: values[match.group()], text)
