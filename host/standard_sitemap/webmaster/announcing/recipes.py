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

_APACHE = r"""# Apache 2.4: announces @PATH@ on every successful HTML response.
# Use one of the two forms.
#
# Pitfall: both forms need mod_headers. Without it, the first form has no effect and causes no message; with the second
# form, Apache does not start ("Invalid command 'Header'"). On Debian, run  a2enmod headers deflate  and restart Apache;
# elsewhere, uncomment the LoadModule lines. "Header always" instead of "Header" would also announce on error pages.
# The condition on REQUEST_STATUS excludes pages named by ErrorDocument.

# --- .htaccess, in the root folder of the site; needs AllowOverride FileInfo -------------------------------------
<IfModule mod_headers.c>
    Header set Opt "\"@NAMESPACE@\"; ns=15" \
        "expr=%{REQUEST_STATUS} -lt 300 && %{CONTENT_TYPE} =~ m#^(text/html|application/xhtml\+xml)([; ]|$)#i"
    Header set 15-Location "@PATH@" \
        "expr=%{REQUEST_STATUS} -lt 300 && %{CONTENT_TYPE} =~ m#^(text/html|application/xhtml\+xml)([; ]|$)#i"
</IfModule>
<If "%{REQUEST_URI} == '@FILE@'">
    ForceType application/xml
    RemoveCharset .xml
    # Apache does not recognise the ETag of a compressed response (its bug 45023); without ETag it uses the date.
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
// PHP 8: announces @PATH@ on every successful HTML response of PHP.
//
// Save this as standard-sitemap.php. Name it by its full path in php.ini, .user.ini or the pool's configuration:
//     auto_prepend_file = /path/to/standard-sitemap.php
// or write  require '/path/to/standard-sitemap.php';  at the beginning of every script.
//
// Pitfall: this affects responses of PHP only. The web server sends plain .html files and the sitemap itself: use
// --for with the name of that server. PHP has only one header callback: a script that calls
// header_register_callback() later replaces this one.
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

_NGINX = r"""# nginx: announces @PATH@ on every successful HTML response.
#
# Pitfall: a block inherits add_header lines of outer blocks only if it has no add_header itself. A location (or an
# "if" in it) with any add_header, for example for caching, loses these two lines: repeat them there.
# Two sites with different paths share the first map, but each needs its own second map with another name.

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
# Do not append "always": it would also add them to error pages.
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

_CADDY = r"""# Caddy 2: announces @PATH@. Copy this into the block of the site.
#
# Pitfall: a "header" line is applied to the request, before the response is known. Therefore there are two forms: for
# pages on disk by the requested file, and for pages of an application by the response. Requests handled by another
# "handle" or "route" block do not reach these lines: repeat the first form there.
# The first form covers pages on disk whose address ends in a slash or in a page's file name. If try_files maps /about
# to about.html, add  path_regexp  lines for such addresses.

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
# Caddy would always add charset=utf-8, even if the file declares another: "defer" replaces the field afterwards.
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

_LIGHTTPD = r"""# lighttpd 1.4.65 or later: announces @PATH@ on every successful HTML response.
# This needs two files; if you move the second, change its path in the first.
#
# Pitfall: setenv.add-response-header would also announce on error pages, because conditions of lighttpd cannot test
# the type of a response. Therefore this uses a few lines of Lua. They need mod_magnet, and compression needs
# mod_deflate, which are in separate packages (Debian: lighttpd-modules-lua, lighttpd-mod-deflate). An inner block with
# its own magnet.attract-response-start-to replaces this one: name both scripts there. A page named by
# server.error-handler-404 gets status 200, like any other page; with server.error-handler it keeps 404.

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

_HTML = """<!-- Copy this into the <head> of every page of the site.
     Pitfall: a relative address is resolved against the page, or against its <base> if it has one. An address that
     begins with a slash works for all pages of a host. Links in <noscript> or <template> are ignored. -->
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
        raise BadPath(path, "begin it with a slash, and percent-encode all except letters, digits and ._~/@+,=-")
    try:
        file = unquote(path, errors="strict")
    except UnicodeDecodeError as error:
        raise BadPath(path, "percent-encode it as UTF-8") from error
    if re.search(r"""["'\\${}*?\[\]%<>\x00-\x20\x7f]""", file):
        raise BadPath(path, "choose a file name that servers need not quote, such as site-map.xml")
    # In Apache's configuration a percent sign starts a format and is written twice.
    return _filled(RECIPES[server], path.replace("%", "%%") if server == "apache" else path, file)


def _filled(text: str, path: str, file: str) -> str:
    values = {"@NAMESPACE@": NAMESPACE, "@PATH@": path, "@FILE@": file}
    return re.sub("|".join(values), lambda match: values[match.group()], text)
