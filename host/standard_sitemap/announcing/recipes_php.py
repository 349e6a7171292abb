"""The recipe for PHP, under whatever server it runs. Data."""

PHP = r"""<?php
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
