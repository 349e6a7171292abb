"""The recipe for Apache httpd, in the forms for `.htaccess` and for the server's own configuration. Data."""

APACHE = r"""# Apache 2.4: announces @PATH@ on every HTML page that is answered with success.
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
