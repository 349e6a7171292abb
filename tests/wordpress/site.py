"""Unpacks WordPress, links the plugin, fills it, and serves it on loopback for the duration of a block."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from driving.surface import until

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "host" / "standard_sitemap" / "integrations" / "wordpress" / "standard-sitemap"
_BUILDS = ROOT / "node_modules" / "@wp-playground" / "wordpress-builds" / "src"
#: The newest version in the tests, up to which the plugin claims to be tested.
NEWEST = "6.5"
#: The oldest version that the plugin claims to support.
OLDEST = "6.2"
_DATABASE = "wp-content/database/.ht.sqlite"
_PATIENCE_S = 60.0

_CONFIGURATION = """<?php
define( 'DB_NAME', 'none' ); define( 'DB_USER', '' ); define( 'DB_PASSWORD', '' ); define( 'DB_HOST', '' );
define( 'DB_CHARSET', 'utf8' ); define( 'DB_COLLATE', '' );
define( 'WP_HOME', '{address}' ); define( 'WP_SITEURL', '{address}' );
define( 'DISABLE_WP_CRON', true ); define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_DEBUG', true ); define( 'WP_DEBUG_DISPLAY', false ); define( 'WP_DEBUG_LOG', __DIR__ . '/debug.log' );
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
"""
#: Existing files are served directly, all else by WordPress.
_ROUTER = """<?php
$file = __DIR__ . parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( is_file( $file ) && basename( $file ) !== 'index.php' ) { return false; }
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = __DIR__ . '/index.php';
require __DIR__ . '/index.php';
"""
#: The archive's theme uses blocks; this one has menu locations.
_CLASSIC_THEME = {
    "style.css": "/*\nTheme Name: Places\n*/",
    "index.php": "<!DOCTYPE html><html><head><?php wp_head(); ?><title><?php echo esc_html( wp_get_document_title() );"
    " ?></title></head><body><h1><?php echo esc_html( wp_get_document_title() ); ?></h1></body></html>",
    "functions.php": "<?php register_nav_menus( array( 'social' => 'Social', 'primary' => 'Primary' ) );",
}


@dataclass(frozen=True)
class WordPress:
    """A running WordPress: its folder, and its address without a trailing slash."""

    folder: Path
    address: str

    @property
    def host(self) -> str:
        """The host and port."""
        return self.address.removeprefix("http://")

    def php(self, code: str) -> str:
        """Return the output of a script within this WordPress; PHP warnings are errors."""
        start = f"$_SERVER['HTTP_HOST'] = '{self.host}'; $_SERVER['REQUEST_METHOD'] = 'GET';"
        start += " $_SERVER['REQUEST_URI'] = '/';"
        load = f"require {json.dumps(str(self.folder / 'wp-load.php'))};"
        command = ["php", "-d", "display_errors=stderr", "-r", f"{start} {load} ( function () {{ {code} }} )();"]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_PATIENCE_S)
        assert done.returncode == 0, done.stderr + "\n".join(self.complaints())
        return done.stdout

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
        """Return status, header fields by lower-case name, and body of the response at a path."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, headers=fields)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:
                header_fields = {name.lower(): value for name, value in answer.headers.items()}
                return answer.status, header_fields, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read().decode()

    def complaints(self) -> list[str]:
        """Return the complaints of PHP and WordPress about the plugin."""
        log = self.folder / "debug.log"
        lines = log.read_text().splitlines() if log.exists() else []
        return [line for line in lines if "plugins/standard-sitemap" in line or "Fatal" in line]

    def must_use(self, code: str) -> None:
        """Run code with the site's next requests, as a must-use plugin."""
        folder = self.folder / "wp-content" / "mu-plugins"
        folder.mkdir(exist_ok=True)
        (folder / "own.php").write_text(f"<?php\n{code}")
        self.php("do_action( 'wp_update_nav_menu' );")

    def state(self) -> bytes:
        """Return everything that the site has stored."""
        return (self.folder / _DATABASE).read_bytes()

    def restore(self, state: bytes) -> None:
        """Restore the site's state, without plugins of its own."""
        shutil.rmtree(self.folder / "wp-content" / "mu-plugins", ignore_errors=True)
        (self.folder / "debug.log").unlink(missing_ok=True)
        (self.folder / _DATABASE).write_bytes(state)

    def become_network(self, path: str) -> None:
        """Make it the first site of a network, with a second one at a path with slashes at both ends."""
        with self.database() as database:  # it has the address at which the archive was made
            change = "UPDATE wp_options SET option_value = ? WHERE option_name IN ('home', 'siteurl')"
            database.execute(change, (self.address,))
        self.php(
            "require_once ABSPATH . 'wp-admin/includes/upgrade.php'; global $wpdb;"
            "foreach ( $wpdb->tables( 'ms_global' ) as $name => $table ) { $wpdb->$name = $table; } install_network();"
            f"populate_network( 1, '{self.host}', 'a@example.org', 'Network', '/', false );"
        )
        place = self.folder / "wp-config.php"
        lines = [line for line in place.read_text().splitlines() if "WP_HOME" not in line]
        constants = {"MULTISITE": "true", "SUBDOMAIN_INSTALL": "false", "DOMAIN_CURRENT_SITE": f"'{self.host}'",
                     "PATH_CURRENT_SITE": "'/'", "SITE_ID_CURRENT_SITE": "1", "BLOG_ID_CURRENT_SITE": "1"}  # fmt: skip
        lines[1:1] = [f"define( '{name}', {value} );" for name, value in constants.items()]
        place.write_text("\n".join(lines))
        self.php(
            "require_once ABSPATH . 'wp-admin/includes/plugin.php';"
            "deactivate_plugins( 'standard-sitemap/standard-sitemap.php' );"
            "activate_plugin( 'standard-sitemap/standard-sitemap.php', '', true );"
            f"$site = wpmu_create_blog( '{self.host}', '{path}', 'The second', 1 );"
            "if ( is_wp_error( $site ) ) { var_dump( $site ); exit( 1 ); }"
        )
        with self.database() as database:  # WordPress removes the port's colon from the name
            database.execute("UPDATE wp_blogs SET domain = ?", (self.host,))
            change = "UPDATE wp_2_options SET option_value = ? WHERE option_name IN ('home', 'siteurl')"
            database.execute(change, (self.address + path.rstrip("/"),))

    @contextlib.contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """Yield the database, for changes that would take WordPress minutes."""
        with contextlib.closing(sqlite3.connect(self.folder / _DATABASE)) as connection, connection:
            yield connection


@contextlib.contextmanager
def running(version: str = NEWEST) -> Iterator[WordPress]:
    """Yield a WordPress with the active plugin and pretty permalinks, otherwise as after installation."""
    with tempfile.TemporaryDirectory(prefix="wordpress-") as name, socket.socket() as probe:
        folder = Path(name)
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
        probe.close()
        _unpack(folder, address, version)
        site = WordPress(folder, address)
        site.php(
            "require_once ABSPATH . 'wp-admin/includes/plugin.php'; switch_theme( 'places' );"
            "$error = activate_plugin( 'standard-sitemap/standard-sitemap.php' ); if ( $error ) { var_dump( $error ); }"
            "update_option( 'permalink_structure', '/%year%/%monthnum%/%postname%/' );"
            "update_option( 'blogname', 'The Kiln' );"
        )
        process = subprocess.Popen(
            # Opcode caching checks at every request; it never stores files of the last two seconds.
            [
                "php",
                "-d",
                "opcache.revalidate_freq=0",
                "-S",
                site.host,
                "-t",
                name,
                str(folder / "router.php"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until(lambda: site.get("/?standard-sitemap=root")[0] == 200, "WordPress answers", despite=(OSError,))
            yield site
        finally:
            process.terminate()
            process.wait()


def _unpack(folder: Path, address: str, version: str) -> None:
    with zipfile.ZipFile(_BUILDS / "wordpress" / f"wp-{version}.zip") as archive:
        archive.extractall(folder)
    plugins = folder / "wp-content" / "plugins"
    with zipfile.ZipFile(_BUILDS / "sqlite-database-integration" / "sqlite-database-integration.zip") as archive:
        archive.extractall(plugins)
    database = next(plugins.glob("sqlite-database-integration*"))
    text = (database / "db.copy").read_text().replace("{SQLITE_IMPLEMENTATION_FOLDER_PATH}", str(database))
    (folder / "wp-content" / "db.php").write_text(text.replace("{SQLITE_PLUGIN}", f"{database.name}/load.php"))
    shutil.copytree(PLUGIN, plugins / "standard-sitemap")
    (folder / "wp-config.php").write_text(_CONFIGURATION.replace("{address}", address))
    (folder / "router.php").write_text(_ROUTER)
    theme = folder / "wp-content" / "themes" / "places"
    theme.mkdir()
    for name, content in _CLASSIC_THEME.items():
        (theme / name).write_text(content)
