"""Attacks on a WordPress with the plugin: visitors without rights, withdrawn posts, many requests, damaged caches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import lxml.etree
import pytest

from wordpress.site import WordPress, running

_ROOT = "/standard-sitemap.xml"
_FILES = ("root", "categories", "type-manual", "{year}")
_LOCK = "add_option( 'standard_sitemap_making_%s', (string) time(), '', false );"
_MANUALS = (
    "add_action( 'init', fn() => register_post_type( 'manual', array( 'public' => true, 'hierarchical' => true ) ) );"
)

#: What an author does with a public post, as PHP with `$id`.
_WITHDRAWALS = {
    "private": "wp_update_post( array( 'ID' => $id, 'post_status' => 'private' ) );",
    "draft": "wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );",
    "pending": "wp_update_post( array( 'ID' => $id, 'post_status' => 'pending' ) );",
    "scheduled": "wp_update_post( array( 'ID' => $id, 'post_status' => 'future', 'post_date' => '2099-01-01 00:00:00',"
    " 'post_date_gmt' => '2099-01-01 00:00:00', 'edit_date' => true ) );",
    "trashed": "wp_trash_post( $id );",
    "deleted": "wp_delete_post( $id, true );",
    "password": "wp_update_post( array( 'ID' => $id, 'post_password' => 'x' ) );",
}


def _files(site: WordPress) -> list[str]:
    """Return the bodies of all files that may name a post."""
    year = site.php("echo gmdate( 'Y' );")
    return [site.get(f"/?standard-sitemap={name.format(year=year)}")[2] for name in _FILES]


def _insert(kind: str, title: str, more: str = "") -> str:
    fields = f"'post_type' => '{kind}', 'post_status' => 'publish', 'post_title' => '{title}'"
    return f"wp_insert_post( array( {fields} {more} ) )"


@pytest.mark.parametrize("withdrawal", _WITHDRAWALS.values(), ids=_WITHDRAWALS)
@pytest.mark.parametrize("kind", ["page", "post", "manual"])
@pytest.mark.promise(
    "author", "WordPress: a post that is no longer public is in no file, even while files are made anew."
)
def test_withdrawn_post_is_in_no_file(small: WordPress, kind: str, withdrawal: str) -> None:
    small.must_use(_MANUALS)
    child = _insert(kind, "Public child", ", 'post_parent' => $top")
    small.php(f"$top = {_insert(kind, 'Secret plan')}; update_option( 'withdrawn', $top ); {child};")
    assert "Secret plan" in "".join(_files(small))
    small.php(f"$id = (int) get_option( 'withdrawn' ); {withdrawal}")
    year = small.php("echo gmdate( 'Y' );")
    for name in _FILES:
        small.php(_LOCK % name.format(year=year))  # another request is making each file
    assert "Secret plan" not in "".join(_files(small))
    with small.database() as database:
        database.execute("DELETE FROM wp_options WHERE option_name LIKE 'standard_sitemap_making_%'")
    after = "".join(_files(small))
    assert "Secret plan" not in after
    assert "Public child" in after


@pytest.mark.parametrize("role", ["subscriber", "contributor", "editor", "administrator"])
@pytest.mark.promise("author", "WordPress: the files are the same for all visitors, whatever their rights.")
def test_reader_with_rights_sees_and_leaves_nothing_restricted(small: WordPress, role: str) -> None:
    small.must_use(
        "add_filter( 'determine_current_user', fn( $user ) => (int) ( $_GET['me'] ?? $user ), 99 );"
        "add_filter( 'standard_sitemap_node', fn( $node ) =>"
        " ( is_user_logged_in() ? array( 'name' => 'Secret' ) : array() ) + $node );"
    )
    user = small.php(f"echo wp_insert_user( array( 'user_login' => 'a', 'user_pass' => 'a', 'role' => '{role}' ) );")
    small.php(
        "foreach ( array( 'private', 'draft', 'pending', 'future' ) as $status ) { wp_insert_post( array("
        f" 'post_type' => 'page', 'post_status' => $status, 'post_author' => {user}, 'post_title' => 'Secret',"
        " 'post_date' => 'future' === $status ? '2099-01-01 00:00:00' : '' ) ); }"
        "do_action( 'wp_update_nav_menu' );"
    )
    own = small.get(f"/?standard-sitemap=root&me={user}&preview=true&post_status=any")[2]
    assert "Sample Page" in own
    assert "Secret" not in own
    assert small.get(_ROOT)[2] == own


@pytest.mark.parametrize(
    "door", ["wp_ajax", "admin_post", "rest_api_init", "admin_menu", "xmlrpc_methods", "admin_init"]
)
@pytest.mark.promise("author", "WordPress: the plugin has no page, form or interface beside its files.")
def test_plugin_opens_no_other_door(small: WordPress, door: str) -> None:
    count = f"""echo count( array_filter( array_keys( $GLOBALS['wp_filter'] ), function ( $hook ) {{
        foreach ( 0 === strpos( $hook, '{door}' ) ? $GLOBALS['wp_filter'][ $hook ]->callbacks : array() as $all )
            foreach ( $all as $one ) {{
                $called = $one['function'];
                $file = $called instanceof Closure ? ( new ReflectionFunction( $called ) )->getFileName() : '';
                $name = is_array( $called ) && is_string( $called[0] ) ? $called[0] : $file;
                if ( false !== stripos( $name, 'standard' ) ) {{ return true; }}
            }}
        return false;
    }} ) );"""
    assert small.php(count) == "0"


_NAMES = ["root%0a", "root%00", "..%2froot", "ROOT", "root[]=x", "taxonomy-" + "a" * 5_000, "2024'%20OR%201=1--",
          "type-%3Cscript%3E", "type-nav_menu_item", "type-attachment", "taxonomy-nav_menu", "0999",
          "99999"]  # fmt: skip


@pytest.mark.parametrize("name", _NAMES)
def test_forged_name_of_a_file_is_not_found(small: WordPress, name: str) -> None:
    query = f"standard-sitemap={name}" if "[]" not in name else "standard-sitemap[]=root"
    status, _, body = small.get(f"/?{query}")
    assert "<sitemap" not in body
    assert status == (404 if "[]" not in name else 200)
    with small.database() as database:
        left = "SELECT option_name FROM wp_options WHERE option_name LIKE '%standard_sitemap_making%'"
        assert database.execute(left).fetchall() == []


@pytest.mark.parametrize("field", ["Host", "X_Forwarded_Host", "X_Forwarded_Proto", "X_Original_URL"])
@pytest.mark.promise("author", "WordPress: no header of a request changes an address in a file or in the announcement.")
def test_header_of_a_request_changes_no_address(small: WordPress, field: str) -> None:
    before = small.get(_ROOT)[2]
    small.php("do_action( 'wp_update_nav_menu' );")
    value = "https" if field == "X_Forwarded_Proto" else "evil.example"
    _, fields, body = small.get(_ROOT, **{field: value})
    fields.pop("host", None)  # of PHP's own server
    assert "evil.example" not in body + str(fields)
    assert "https://127" not in body
    if field == "Host":
        return  # WordPress itself leads visitors of other names elsewhere
    _, fields, body = small.get("/sample-page/", **{field: value})
    assert "evil.example" not in str(fields.get("15-location")) + "".join(
        line for line in body.splitlines() if "map.location" in line
    )
    assert small.get(_ROOT)[2] == before


@pytest.mark.parametrize("parent", ["private", "draft", "trash"])
def test_attachment_of_a_restricted_post_is_in_no_file(small: WordPress, parent: str) -> None:
    small.php(
        f"$top = wp_insert_post( array( 'post_type' => 'page', 'post_status' => '{parent}', 'post_title' => 'T' ) );"
        "$file = wp_insert_attachment( array( 'post_title' => 'Secret scan', 'post_status' => 'inherit',"
        " 'post_mime_type' => 'image/png' ), 'scan.png', $top );"
        "$menu = wp_create_nav_menu( 'M' ); wp_update_nav_menu_item( $menu, 0, array( 'menu-item-type' => 'post_type',"
        " 'menu-item-object' => 'attachment', 'menu-item-object-id' => $file, 'menu-item-status' => 'publish' ) );"
        "set_theme_mod( 'nav_menu_locations', array( 'primary' => $menu ) );"
    )
    small.must_use("add_filter( 'standard_sitemap_post_types', fn( $types ) => array( 'post', 'attachment' ) );")
    assert "Secret" not in "".join(_files(small))


def test_category_of_private_posts_is_in_no_file(small: WordPress) -> None:
    small.php(
        "$term = wp_insert_term( 'Secret project', 'category' )['term_id'];"
        "wp_insert_post( array( 'post_status' => 'private', 'post_title' => 'A', 'post_category' => array( $term ) ) );"
        "$open = wp_insert_term( 'Open', 'category' )['term_id'];"
        "wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'B', 'post_category' => array( $open ) ) );"
    )
    files = "".join(_files(small))
    assert "Open" in files
    assert "Secret" not in files


_TITLES = {
    "end of CDATA": "a ]]> b",
    "NUL": "a\\0b",
    "invalid UTF-8": "a\\xff\\xfeb",
    "overlong UTF-8": "a\\xc0\\xbcscript b",
    "surrogate": "a\\xed\\xa0\\x80b",
    "right-to-left override": "a\\u{202e}b",
    "control characters": "a\\x01\\x1b[31mb",
    "character references": "a&#0;&#x1F;&lt;b",
    "an attribute": 'a\\" url=\\"javascript:alert(1)\\" x=\\"b',
    "an entity": "a<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;b",
    "a megabyte": "a{$long}b",
    "a non-character": "a\\u{fffe}b",
}


@pytest.mark.parametrize("title", _TITLES.values(), ids=_TITLES)
@pytest.mark.promise(
    "author", "WordPress: no title makes a file that is no XML, or adds an element or attribute to it."
)
def test_title_stays_text(small: WordPress, title: str) -> None:
    small.php(
        f'global $wpdb; $long = str_repeat( "x", 1000000 ); $id = {_insert("page", "T")};'
        f'$wpdb->update( $wpdb->posts, array( "post_title" => "{title}" ), array( "ID" => $id ) );'
        'wp_insert_term( "' + title + '", "category" ); do_action( "wp_update_nav_menu" );'
    )
    with small.database() as database:
        database.execute("UPDATE wp_posts SET post_excerpt = post_title WHERE post_type = 'page'")
    root, categories = _files(small)[:2]
    assert root.startswith("<?xml")
    for text in (root, categories):
        if text.startswith("<?xml"):  # a site has categories only if a post has one
            tree = lxml.etree.fromstring(text.encode(), lxml.etree.XMLParser(resolve_entities=False, huge_tree=True))
            assert {element.tag.rpartition("}")[2] for element in tree.iter()} <= {"sitemap", "item", "external"}
            assert all("javascript" not in element.get("url", "") for element in tree.iter())


_DAMAGED = {
    "no array": "'x'",
    "text that is none": "array( 'generation' => $now, 'text' => array( 1 ) )",
    "packed that is none": "array( 'generation' => $now, 'packed' => array( 1 ) )",
    "no compression": "array( 'generation' => $now, 'packed' => 'AAAA' )",
    "nothing": "array( 'generation' => $now, 'packed' => '' )",
    "an object": "(object) array( 'generation' => $now, 'text' => '<evil/>' )",
    "another generation": "array( 'generation' => array( $now ), 'text' => '<evil/>' )",
}


@pytest.mark.parametrize("entry", _DAMAGED.values(), ids=_DAMAGED)
@pytest.mark.promise("author", "WordPress: a damaged entry of the cache is made anew, without a complaint.")
def test_damaged_cache_entry_is_made_anew(small: WordPress, entry: str) -> None:
    before = small.get(_ROOT)[2]
    small.php(
        f"$now = get_option( 'standard_sitemap_generation', '' ); set_transient( 'standard_sitemap_root', {entry} );"
    )
    assert small.get(_ROOT)[2] == before
    assert small.complaints() == []


@pytest.mark.parametrize(
    "how", ["throw new Exception( 'x' );", "return null;", "return 'x';", "return array( 'x', 1 );"]
)
def test_filter_that_fails_leaves_no_lock(small: WordPress, how: str) -> None:
    small.must_use(f"add_filter( 'standard_sitemap_root_nodes', function ( $nodes ) {{ {how} }} );")
    assert small.get(_ROOT)[0] == (500 if "throw" in how else 200)
    (small.folder / "debug.log").unlink(missing_ok=True)  # the exception is the filter's
    with small.database() as database:
        left = "SELECT option_name FROM wp_options WHERE option_name LIKE '%standard_sitemap_making%'"
        assert database.execute(left).fetchall() == []
    small.must_use("")
    assert "Sample Page" in small.get(_ROOT)[2]


_SLOW = """add_filter( 'standard_sitemap_root_nodes', function ( $nodes ) {
    file_put_contents( ABSPATH . 'made.txt', '.', FILE_APPEND ); sleep( 6 ); return $nodes;
} );"""


def _ask(site: WordPress, count: int) -> list[tuple[float, bool]]:
    """Return the seconds that each of so many processes takes for the file, and whether it has it, by time."""
    timed = (
        "$before = microtime( true ); $text = Standard_Sitemap\\Cache::file( 'root' );"
        "echo json_encode( array( microtime( true ) - $before, is_string( $text ) ) );"
    )
    with ThreadPoolExecutor(count) as pool:
        return sorted((seconds, has) for seconds, has in pool.map(lambda _: json.loads(site.php(timed)), range(count)))


@pytest.mark.promise(
    "author", "WordPress: while a file is made, other requests get the earlier one, or wait for two seconds."
)
def test_many_requests_make_a_file_once_and_do_not_wait_long(small: WordPress) -> None:
    small.must_use(_SLOW)
    small.php("delete_transient( 'standard_sitemap_root' );")
    (small.folder / "made.txt").unlink(missing_ok=True)
    *others, maker = _ask(small, 7)
    assert maker[0] > 6
    assert all(2 < seconds < 5 and not has for seconds, has in others), others
    small.php("do_action( 'wp_update_nav_menu' );")
    *others, _ = _ask(small, 7)
    assert all(seconds < 1 and has for seconds, has in others), others
    assert (small.folder / "made.txt").read_text() == ".."


def test_busy_file_is_to_be_requested_again(small: WordPress) -> None:
    small.php(_LOCK % "root" + "delete_transient( 'standard_sitemap_root' );")
    status, fields, body = small.get(_ROOT)
    assert (status, fields["retry-after"], body) == (503, "2", "")


@pytest.mark.promise("author", "WordPress: requests by both schemes make a file once for each.")
def test_other_scheme_does_not_displace_a_file(small: WordPress) -> None:
    small.must_use(
        "if ( isset( $_GET['secure'] ) ) { $_SERVER['HTTPS'] = 'on'; }"
        "add_filter( 'redirect_canonical', '__return_false' );" + _SLOW.replace("sleep( 6 );", "")
    )
    (small.folder / "made.txt").unlink(missing_ok=True)
    for _ in range(3):
        assert f"http://{small.host}" in small.get(_ROOT)[2]
        assert f"https://{small.host}" in small.get("/?standard-sitemap=root&secure=1")[2]
    assert (small.folder / "made.txt").read_text() == ".."


@pytest.fixture(scope="module")
def network() -> Iterator[WordPress]:
    with running() as site:
        site.become_network("/second/")
        site.php(f"switch_to_blog( 2 ); {_insert('page', 'Secret of the second')};")
        assert "Secret" in site.get(f"/second{_ROOT}")[2]
        yield site


@pytest.mark.parametrize("state", ["archived", "spam", "deleted"])
@pytest.mark.promise("author", "WordPress: the files of a site that was archived or deleted are not sent.")
def test_site_that_is_gone_has_no_files(network: WordPress, state: str) -> None:
    network.php(f"update_blog_status( 2, '{state}', 1 );")
    assert "Secret" not in network.get(f"/second{_ROOT}")[2]
    assert "Secret" not in network.get(_ROOT)[2]
    network.php(f"update_blog_status( 2, '{state}', 0 );")
    assert "Secret" in network.get(f"/second{_ROOT}")[2]


def test_sites_of_a_network_do_not_read_each_others_entries(network: WordPress) -> None:
    network.php("switch_to_blog( 2 ); do_action( 'wp_update_nav_menu' );")
    for path, is_second in ((_ROOT, False), (f"/second{_ROOT}", True)) * 2:
        assert ("Secret" in network.get(path)[2]) is is_second
    name = json.dumps(network.php("echo get_option( 'standard_sitemap_generation' );"))
    assert name != json.dumps(network.php("switch_to_blog( 2 ); echo get_option( 'standard_sitemap_generation' );"))
