"""The sitemap that the plugin makes of a real WordPress, seen by the command line."""

from __future__ import annotations

import gettext
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from wordpress import filling
from wordpress.site import NEWEST, OLDEST, PLUGIN, ROOT, WordPress, running

_ROOT = "/standard-sitemap.xml"
_PAGE = "array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => '%s' )"


def _reported(*arguments: str) -> dict[str, Any]:
    """Return a successful subcommand's JSON output."""
    command = [sys.executable, "-m", "standard_sitemap", *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _resolved(site: WordPress, path: str = _ROOT) -> dict[str, Any]:
    """Return the sitemap's whole tree and its roles."""
    return _reported("resolve", site.address + path, "--json")


def _faults(site: WordPress, path: str = _ROOT) -> list[Any]:
    reports = _reported("check", site.address + path, "--format", "json")["reports"]
    return [fault for report in reports for fault in [*report["faults"], *filter(None, [report["refused"]])]]


def _names(nodes: list[dict[str, Any]]) -> list[str]:
    return [node["variants"][0].get("name", "") for node in nodes]


def _node(nodes: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return nodes[_names(nodes).index(name)]


def _every(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        yield node
        yield from _every(node["children"])


@pytest.fixture(scope="module")
def whole(filled: WordPress) -> dict[str, Any]:
    """Return the filled site's sitemap, resolved."""
    return _resolved(filled)


def test_checker_finds_no_fault(filled: WordPress) -> None:
    assert _faults(filled, "/page-0/") == []


def test_page_names_sitemap_by_header(filled: WordPress) -> None:
    declaration = _reported("discover", filled.address + "/page-0/", "--json")
    assert (declaration["rule"], declaration["sitemap"]) == ("opt-header", filled.address + _ROOT)


def test_page_from_a_cache_names_sitemap_by_link(filled: WordPress) -> None:
    (filled.folder / "cached.html").write_text(filled.get("/page-0/")[2])
    declaration = _reported("discover", filled.address + "/cached.html", "--json")
    assert (declaration["rule"], declaration["sitemap"]) == ("schema-link", filled.address + _ROOT)


def test_tree_follows_the_menu_and_loses_nothing(whole: dict[str, Any]) -> None:
    tree = whole["tree"]
    assert _names(tree) == [
        "Start", "Chapter 1", "Reading", "Chapter 2", "Privacy & you", "Categories", "Posts by year", "More pages",
    ]  # fmt: skip
    assert _names(_node(tree, "Chapter 1")["children"])[:2] == ["Fire & earth", "Page 1.2"]
    assert _names(_node(tree, "Reading")["children"]) == ["Glazes", "Museum"]
    locations = [node["variants"][0].get("location", "") for node in _every(tree)]
    pages = [location for location in locations if "/page-" in location]
    assert len(pages) == len(set(pages)) == filling.PAGES
    posts = [location for location in locations if "/note-" in location]
    assert len(set(posts)) == filling.POSTS
    assert len(posts) == 2 * filling.POSTS, "once by year and once by category"


def test_roles_are_those_of_the_settings(whole: dict[str, Any]) -> None:
    roles = whole["roles"]
    assert {role: _names(nodes) for role, nodes in roles.items()} == {
        "home": ["Start"], "contentinfo": ["Privacy & you"], "search": ["Search"],
    }  # fmt: skip


def test_search_is_that_of_wordpress(small: WordPress) -> None:
    query = _reported("search", small.address + _ROOT, "red & blue", "--json")
    assert query == {"method": "get", "url": f"{small.address}/?s=red%20%26%20blue", "body": None}


def test_restricted_content_never_appears(filled: WordPress) -> None:
    names = ["", "-categories", "-2024"]
    texts = [filled.get(f"/standard-sitemap{name}.xml")[2] for name in names]
    assert not [text for text in texts if "secret" in text or "javascript" in text]


def test_titles_are_plain_text(whole: dict[str, Any]) -> None:
    tree = whole["tree"]
    assert "Note 0: it’s “fired”" in {node["variants"][0]["name"] for node in _every(tree)}
    evil = [name for name in _names(_node(tree, "More pages")["children"]) if name.startswith("Evil")]
    assert evil == ["Evil “‘> <script> & ]]>"]


def test_ten_thousand_posts_cost_half_of_reading_them_and_64_mb_at_most(
    filled: WordPress, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = filled.php(
        "$spent = static function () { $used = getrusage();"
        " return $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']"
        " + ( $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec'] ) / 1e6; };"
        "$bytes = 0; $before = $spent();"
        "foreach ( array_merge( array( 'root', 'categories' ), Standard_Sitemap\\Listing::years() ) as $name )"
        " { $bytes += strlen( Standard_Sitemap\\Maker::make( (string) $name ) ); }"
        "$ours = $spent() - $before; $most = memory_get_peak_usage( true );"
        # The yardstick: WordPress itself reads each post for its title and address.
        "wp_cache_flush(); $before = $spent();"
        "foreach ( get_posts( array( 'numberposts' => -1 ) ) as $post )"
        " { $bytes += 0 * strlen( get_permalink( $post ) . get_the_title( $post ) ); }"
        "echo json_encode( array( $ours, $spent() - $before, $most / 1e6, $bytes ) );"
    )
    seconds, yardstick, megabytes, size = json.loads(measured)
    with capsys.disabled():
        spent = f"{seconds:.2f} s of processor, {seconds / yardstick:.2f} × reading them"
        sys.stdout.write(f"\n{filling.POSTS} posts: {spent}, {megabytes:.0f} MB, {size} bytes\n")
    assert seconds < yardstick / 2
    assert megabytes < 64


def test_file_that_is_known_is_not_sent_again(filled: WordPress) -> None:
    status, fields, _ = filled.get(_ROOT)
    assert (status, fields["content-type"]) == (200, "application/xml; charset=UTF-8")
    assert filled.get(_ROOT, If_None_Match=fields["etag"])[0] == 304


@pytest.mark.parametrize("name", ["-1987", "-evil", "-20155"])
def test_unknown_sitemap_file_is_not_found(filled: WordPress, name: str) -> None:
    status, _, body = filled.get(f"/standard-sitemap{name}.xml")
    assert status == 404
    assert "<sitemap" not in body


def test_new_post_page_and_menu_are_seen_at_once(small: WordPress) -> None:
    assert "Fresh" not in small.get(_ROOT)[2]
    year = small.php("echo gmdate( 'Y' );")
    assert "Fresh note" not in small.get(f"/standard-sitemap-{year}.xml")[2]
    small.php("wp_insert_post( array( 'post_title' => 'Fresh note', 'post_status' => 'publish' ) );")
    assert "Fresh note" in small.get(f"/standard-sitemap-{year}.xml")[2]
    small.php(f"wp_insert_post( {_PAGE % 'Fresh page'} );")
    assert "Fresh page" in small.get(_ROOT)[2]
    way = "wp_update_nav_menu_item( $menu, 0, array( 'menu-item-type' => 'custom', 'menu-item-title' => 'Way',"
    way += " 'menu-item-url' => '/way', 'menu-item-status' => 'publish' ) );"
    small.php(
        f"$menu = wp_create_nav_menu( 'M' ); {way}set_theme_mod( 'nav_menu_locations', array( 'primary' => $menu ) );"
    )
    tree = _resolved(small)["tree"]
    assert _names(tree)[:2] == ["The Kiln", "Way"]
    small.php("$page = get_page_by_path( 'fresh-page' ); wp_trash_post( $page->ID );")
    assert "Fresh page" not in small.get(_ROOT)[2]
    assert _faults(small) == []


def test_pages_are_the_tree_where_there_is_no_menu(small: WordPress) -> None:
    small.php(
        f"$top = wp_insert_post( {_PAGE % 'Top'} );"
        f"$draft = wp_insert_post( array( 'post_parent' => $top, 'post_status' => 'draft' ) + {_PAGE % 'Hidden'} );"
        f"wp_insert_post( array( 'post_parent' => $draft ) + {_PAGE % 'Below'} );"
        f"update_option( 'page_on_front', wp_insert_post( {_PAGE % 'Welcome'} ) );"
        f"update_option( 'page_for_posts', wp_insert_post( {_PAGE % 'Journal'} ) );"
        "update_option( 'show_on_front', 'page' );"
    )
    tree = _resolved(small)["tree"]
    assert _names(tree) == ["Journal", "Sample Page", "Top", "Welcome"]
    assert _names(_node(tree, "Top")["children"]) == ["Below"], "the draft between them is left out"
    assert _node(tree, "Welcome")["roles"] == ["home", "tree"]
    assert [name.isdigit() for name in _names(_node(tree, "Journal")["children"])] == [True]
    assert _faults(small) == []


def test_navigation_block_of_a_block_theme_is_the_tree(small: WordPress) -> None:
    small.php(
        "switch_theme( 'twentytwentyfour' );"
        "wp_set_current_user( 1 );"
        "$block = fn( $name, $attrs, $inner = '' ) => \"<!-- wp:$name \" . serialize_block_attributes( $attrs )"
        " . ( '' === $inner ? ' /-->' : \" -->$inner<!-- /wp:$name -->\" );"
        "$page = array( 'label' => 'Sample', 'kind' => 'post-type', 'id' => get_page_by_path( 'sample-page' )->ID );"
        "$inner = $block( 'navigation-link', $page + array( 'url' => '/old' ) ) . $block( 'navigation-link',"
        " array( 'label' => 'Bad', 'url' => 'javascript:alert(1)', 'kind' => 'custom' ) );"
        "$menu = $block( 'navigation-submenu', array( 'label' => '<b>Our</b> work &amp; us', 'url' => '#' ), $inner );"
        "wp_insert_post( wp_slash( array( 'post_type' => 'wp_navigation', 'post_status' => 'publish',"
        " 'post_content' => $menu . $block( 'home-link', array( 'label' => 'Front' ) ) ) ) );"
    )
    tree = _resolved(small)["tree"]
    assert _names(tree)[:2] == ["Our work & us", "Front"]
    sample = _node(tree, "Our work & us")["children"]
    assert [(node["variants"][0]["name"], node["variants"][0]["location"]) for node in sample] == [
        ("Sample", f"{small.address}/sample-page/")
    ]
    assert _node(tree, "Front")["roles"] == ["home", "tree"]
    assert _faults(small) == []


def test_block_theme_without_navigation_shows_pages_and_makes_none(small: WordPress) -> None:
    small.php("switch_theme( 'twentytwentyfour' );")
    assert _names(_resolved(small)["tree"])[:2] == ["The Kiln", "Sample Page"]
    assert small.php("echo count( get_posts( array( 'post_type' => 'wp_navigation' ) ) );") == "0"


def test_plain_permalinks_work_by_query(small: WordPress) -> None:
    small.php("update_option( 'permalink_structure', '' );")
    root = "/?standard-sitemap=root"
    assert _reported("discover", small.address + "/", "--json")["sitemap"] == small.address + root
    assert _faults(small, root) == []
    tree = _resolved(small, root)["tree"]
    assert _names(_node(tree, "Posts by year")["children"]) == ["2024"]


def test_filters_leave_out_change_and_add(small: WordPress) -> None:
    small.must_use(
        "add_filter( 'standard_sitemap_is_listed',"
        " fn( $is, $post ) => $is && 'Sample Page' !== $post->post_title, 10, 2 );"
        "add_filter( 'standard_sitemap_node',"
        " fn( $node ) => 'The Kiln' === ( $node['name'] ?? '' ) ? array( 'name' => 'Door' ) + $node : $node );"
        "add_filter( 'standard_sitemap_root_nodes', fn( $nodes ) => array_merge( $nodes, array("
        " array( 'name' => 'Shop \"&', 'url' => 'https://shop.example/' ),"
        " array( 'name' => 'Bad', 'url' => 'data:x' ) ) ) );",
    )
    tree = _resolved(small)["tree"]
    assert _names(tree) == ["Door", "Posts by year", 'Shop "&']
    assert _faults(small) == []


_POLYLANG = """
function pll_default_language( $field = 'slug' ) { return 'en'; }
function pll_languages_list( $args = array() ) {
    return 'locale' === $args['fields'] ? array( 'de_DE_formal', 'en_US' ) : array( 'de', 'en' );
}
function pll_home_url( $slug = '' ) { return home_url( 'en' === $slug ? '/' : "/?lang=$slug" ); }
function pll_get_post_translations( $id ) {
    foreach ( get_option( 'pairs', array() ) as $pair ) { if ( in_array( $id, $pair, true ) ) { return $pair; } }
    return array( 'en' => $id );
}
function pll_get_term_translations( $id ) { return array( 'en' => $id ); }
"""
_WPML = """
add_filter( 'wpml_default_language', fn() => 'en' );
add_filter( 'wpml_current_language', fn() => 'en' );
add_filter( 'wpml_active_languages', fn() => array(
    'de' => array( 'default_locale' => 'de_DE' ), 'en' => array( 'default_locale' => 'en_US' ),
) );
add_filter( 'wpml_permalink', function ( $url, $code ) {
    return 'en' === $code ? $url : add_query_arg( 'lang', $code, $url );
}, 10, 2 );
add_filter( 'wpml_object_id', function ( $id, $type, $original, $code ) {
    foreach ( get_option( 'pairs', array() ) as $pair ) {
        if ( in_array( $id, $pair, true ) ) { return $pair[ $code ] ?? null; }
    }
    return 'en' === $code ? $id : null;
}, 10, 4 );
"""


@pytest.mark.parametrize("plugin", [_POLYLANG, _WPML], ids=["Polylang", "WPML"])
def test_languages_are_variants(small: WordPress, plugin: str) -> None:
    small.must_use(plugin)
    small.php(
        f"$en = wp_insert_post( {_PAGE % 'Kilns'} ); $de = wp_insert_post( {_PAGE % 'Öfen'} );"
        f"$only = wp_insert_post( {_PAGE % 'Nur hier'} );"
        f"wp_insert_post( array( 'post_parent' => $only ) + {_PAGE % 'Under'} );"
        f"$draft = wp_insert_post( array( 'post_status' => 'draft' ) + {_PAGE % 'Entwurf'} );"
        "$sample = get_page_by_path( 'sample-page' )->ID;"
        "update_option( 'pairs', array( array( 'en' => $en, 'de' => $de ), array( 'de' => $only ),"
        " array( 'en' => $sample, 'de' => $draft ) ) );"
    )
    result = _resolved(small)
    tree = result["tree"]
    assert _names(tree)[:4] == ["The Kiln", "Kilns", "Nur hier", "Sample Page"]

    def forms(name: str) -> list[tuple[str, str]]:
        return [(variant["name"], variant["language"].lower()) for variant in _node(tree, name)["variants"]]

    assert forms("Kilns") == [("Kilns", "en-us"), ("Öfen", "de-de")]
    assert forms("Sample Page") == [("Sample Page", "en-us")], "a draft is no translation"
    assert forms("Nur hier") == [("Nur hier", "de-de")]
    children = _node(tree, "Nur hier")["children"]
    assert [variant["language"].lower() for variant in children[0]["variants"]] == ["en-us"]
    templates = [variant["search_template"] for variant in result["roles"]["search"][0]["variants"]]
    assert templates == ["s=%s", "lang=de&s=%s"]
    assert _faults(small) == []


def _outline(nodes: list[dict[str, Any]]) -> dict[str, Any]:
    return {node["variants"][0].get("name", ""): _outline(node["children"]) for node in nodes}


def test_products_stand_below_their_categories_and_manuals_below_their_parents(small: WordPress) -> None:
    filling.add_shop(small)
    result = _resolved(small)
    tree = _outline(result["tree"])
    assert tree["Products"] == {
        "Cups": {"Mug": {}, "Tea cups": {"Tea bowl": {}}},
        "Gifts": {"Tea bowl": {}},
        "Voucher": {},
    }
    assert tree["Manuals"] == {"Kiln": {"Cones": {}}}
    assert tree["Genres"] == {"Tales": {"Once": {}}}
    assert "Secret" not in json.dumps(result)
    assert _node(result["tree"], "Products")["variants"][0]["location"] == f"{small.address}/shop/"
    assert _faults(small) == []


def test_products_stand_below_the_page_of_the_shop(small: WordPress) -> None:
    filling.add_shop(small)
    small.php(f"update_option( 'woocommerce_shop_page_id', wp_insert_post( {_PAGE % 'Our shop'} ) );"
              "do_action( 'wp_update_nav_menu' );")  # fmt: skip
    tree = _resolved(small)["tree"]
    assert _names(_node(tree, "Our shop")["children"]) == ["Products"]
    assert "Products" not in _names(tree)
    assert _faults(small) == []


@pytest.mark.parametrize(
    "path", ["-type-secret", "-type-page", "-type-post", "-taxonomy-post_tag", "-taxonomy-category"]
)
def test_types_and_taxonomies_without_a_branch_have_no_file(path: str, small: WordPress) -> None:
    filling.add_shop(small)
    assert small.get(f"/standard-sitemap{path}.xml")[0] == 404


@pytest.mark.parametrize(
    "path", ["/nowhere/", "/feed/", "/robots.txt", "/wp-sitemap.xml", "/wp-json/", _ROOT, "/standard-sitemap-1987.xml"]
)
def test_non_page_names_no_sitemap(path: str, small: WordPress) -> None:
    _, fields, _ = small.get(path)
    assert "opt" not in fields
    assert small.get("/")[1]["opt"].startswith('"http://standard-sitemap.org/2007/ns"')


def _generation(site: WordPress) -> str:
    return site.php("echo get_option( 'standard_sitemap_generation' );")


def test_drafts_change_nothing(small: WordPress) -> None:
    draft = "array( 'post_title' => 'Draft', 'post_status' => 'draft', 'post_type' => '%s' )"
    before = _generation(small)
    small.php(
        f"$id = wp_insert_post( {draft % 'post'} ); wp_update_post( array( 'ID' => $id, 'post_title' => 'Later' ) );"
        "wp_set_post_categories( $id, array( 1 ) ); update_post_meta( $id, '_yoast_wpseo_meta-robots-noindex', '1' );"
        f"wp_trash_post( $id ); wp_delete_post( $id, true ); wp_insert_post( {draft % 'page'} );"
    )
    assert _generation(small) == before
    small.php(
        "$id = get_page_by_path( 'sample-page' )->ID; wp_update_post( array( 'ID' => $id, 'post_title' => 'New' ) );"
    )
    assert _generation(small) != before


def test_page_that_becomes_a_draft_is_left_out(small: WordPress) -> None:
    assert "Sample Page" in small.get(_ROOT)[2]
    small.php("wp_update_post( array( 'ID' => get_page_by_path( 'sample-page' )->ID, 'post_status' => 'draft' ) );")
    assert "Sample Page" not in small.get(_ROOT)[2]


def test_hidden_page_is_left_out_among_many_settings_of_seo_plugins(small: WordPress) -> None:
    sample = int(small.php("echo get_page_by_path( 'sample-page' )->ID;"))
    with small.database() as database:
        rows = [(100_000 + number, "rank_math_robots", 'a:1:{i:0;s:5:"index";}') for number in range(1_000)]
        rows.append((sample, "rank_math_robots", 'a:1:{i:0;s:7:"noindex";}'))
        database.executemany("INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)", rows)
    assert "Sample Page" not in small.get(_ROOT)[2]


_COUNTED = """
add_filter( 'standard_sitemap_root_nodes', function ( $nodes ) {
    file_put_contents( ABSPATH . 'made.txt', '.', FILE_APPEND );
    return $nodes;
} );
"""


def test_file_that_another_request_makes_is_not_made_twice(small: WordPress) -> None:
    small.must_use(_COUNTED)
    (small.folder / "made.txt").unlink(missing_ok=True)
    first = small.get(_ROOT)[2]
    lock = "add_option( 'standard_sitemap_making_root', (string) %s, '', false );"
    small.php(lock % "time()" + "do_action( 'wp_update_nav_menu' );")
    assert small.get(_ROOT)[2] == first, "what was made before is sent meanwhile"
    assert (small.folder / "made.txt").read_text() == "."
    small.php("update_option( 'standard_sitemap_making_root', (string) ( time() - 3600 ), false );")
    assert small.get(_ROOT)[0] == 200
    assert (small.folder / "made.txt").read_text() == "..", "a request that was broken off counts for a minute"
    assert small.php("echo json_encode( get_option( 'standard_sitemap_making_root' ) );") == "false"


def test_readme_states_the_versions_that_are_tested() -> None:
    readme = (PLUGIN / "readme.txt").read_text()
    assert f"Tested up to: {NEWEST}\n" in readme
    assert f"Requires at least: {OLDEST}\n" in readme


def test_imitated_plugins_are_called_untested() -> None:
    guide = (ROOT / "docs" / "quick-start" / "wordpress.rst").read_text("utf-8")
    assert "WooCommerce, Polylang and WPML are untested" in guide
    assert "WooCommerce, Polylang, WPML and the plugins for search engines named below are untested" in (
        PLUGIN / "readme.txt"
    ).read_text("utf-8")


@pytest.mark.parametrize("locale", ["ar", "de_DE", "es_ES", "fr_FR", "ja"])
def test_translations_are_complete_and_compiled(locale: str) -> None:
    template = (PLUGIN / "languages" / "standard-sitemap.pot").read_text()
    words = re.findall(r'^msgid "(.+)"$', template, re.MULTILINE)
    with (PLUGIN / "languages" / f"standard-sitemap-{locale}.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    source = (PLUGIN / "languages" / f"standard-sitemap-{locale}.po").read_text()
    written = dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', source, re.MULTILINE))
    assert written.keys() == set(words)
    assert {word: compiled.gettext(word) for word in words} == written
    assert all(word != translation for word, translation in written.items())


def test_words_are_translated_without_any_other_file(small: WordPress) -> None:
    folder = small.folder / "wp-content" / "languages"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fr_FR.l10n.php").write_text("<?php return array( 'messages' => array() );")  # it is installed
    small.php("update_option( 'WPLANG', 'fr_FR' ); do_action( 'wp_update_nav_menu' );")
    assert "Articles par année" in small.get(_ROOT)[2]


def test_visitor_who_is_logged_in_leaves_nothing_of_his_own(small: WordPress) -> None:
    small.must_use(
        "add_filter( 'determine_current_user', fn( $user ) => isset( $_GET['me'] ) ? 1 : $user, 99 );"
        "add_filter( 'standard_sitemap_root_nodes', fn( $nodes ) => is_user_logged_in() ? array() : $nodes );",
    )
    assert "<item" in small.get("/?standard-sitemap=root&me=1")[2]


def test_plugin_that_requires_a_login_is_respected(small: WordPress) -> None:
    small.must_use("add_action( 'template_redirect', function () { status_header( 403 ); exit( 'Members only' ); } );")
    assert small.get(_ROOT)[::2] == (403, "Members only")


def test_deactivation_and_removal_leave_nothing(small: WordPress) -> None:
    load = "require_once ABSPATH . 'wp-admin/includes/plugin.php';"
    assert small.get(_ROOT)[0] == 200
    small.php(f"{load} deactivate_plugins( 'standard-sitemap/standard-sitemap.php' );")
    assert small.get(_ROOT)[0] == 404
    assert "schema.map" not in small.get("/")[2]
    small.php(f"{load} uninstall_plugin( 'standard-sitemap/standard-sitemap.php' );")
    with small.database() as database:
        left = database.execute("SELECT option_name FROM wp_options WHERE option_name LIKE '%standard_sitemap%'")
        assert left.fetchall() == []


_ON_SECOND = "switch_to_blog( 2 );"


def test_each_site_of_a_network_has_a_sitemap_of_its_own() -> None:
    with running() as site:
        site.become_network("/second/")
        site.php(
            f"wp_insert_post( {_PAGE % 'Of the first'} ); {_ON_SECOND} wp_insert_post( {_PAGE % 'Of the second'} );"
        )
        first, second = _ROOT, f"/second{_ROOT}"
        assert _reported("discover", f"{site.address}/second/", "--json")["sitemap"] == site.address + second
        assert _reported("discover", f"{site.address}/", "--json")["sitemap"] == site.address + first
        assert "Of the first" in _names(_resolved(site, first)["tree"])
        tree = _resolved(site, second)["tree"]
        assert _names(tree)[:2] == ["The second", "Of the second"]
        assert "Of the first" not in _names(tree)
        assert _faults(site, first) == _faults(site, second) == []
        site.php(f"{_ON_SECOND} wp_insert_post( {_PAGE % 'Later'} );")
        assert "Later" in site.get(second)[2]
        assert "Later" not in site.get(first)[2]
        load = "require_once ABSPATH . 'wp-admin/includes/plugin.php';"
        site.php(f"{load} deactivate_plugins( 'standard-sitemap/standard-sitemap.php', false, true );")
        assert (site.get(first)[0], site.get(second)[0]) == (404, 404)
        site.php(f"{load} uninstall_plugin( 'standard-sitemap/standard-sitemap.php' );")
        with site.database() as database:
            for table in ("wp_options", "wp_2_options"):
                left = f"SELECT option_name FROM {table} WHERE option_name LIKE '%standard_sitemap%'"
                assert database.execute(left).fetchall() == []
        assert site.complaints() == []


def test_oldest_supported_wordpress_works() -> None:
    with running(OLDEST) as site:
        assert _faults(site) == []
        assert "Sample Page" in _names(_resolved(site)["tree"])
        assert site.complaints() == []


def test_readme_states_the_version_of_the_plugin() -> None:
    header = (PLUGIN / "standard-sitemap.php").read_text()
    stated = {line.split(":")[1].strip() for line in header.splitlines() if line.startswith(" * Version:")}
    readme = (PLUGIN / "readme.txt").read_text()
    assert stated == {line.split(":")[1].strip() for line in readme.splitlines() if line.startswith("Stable tag:")}
    assert f"const VERSION       = '{stated.pop()}';" in header


def test_readme_names_contributors_as_the_plugin_directory_takes_them() -> None:
    readme = (PLUGIN / "readme.txt").read_text()
    lines = [line.partition(":")[2] for line in readme.splitlines() if line.startswith("Contributors:")]
    assert len(lines) == 1
    names = [name.strip() for name in lines[0].split(",")]
    assert all(re.fullmatch(r"[a-z0-9_.@ -]+", name) and name not in ("wordpress", "wordpressdotorg") for name in names)


def test_words_to_be_translated_are_those_of_the_code() -> None:
    code = "".join(path.read_text() for path in sorted(PLUGIN.rglob("*.php")))
    said = set(re.findall(r"\b(?:__|esc_html__)\( '([^']*)', 'standard-sitemap' \)", code))
    template = (PLUGIN / "languages" / "standard-sitemap.pot").read_text()
    assert said == set(re.findall(r'^msgid "(.+)"$', template, re.MULTILINE))


def test_words_are_those_of_the_sites_language(small: WordPress) -> None:
    folder = small.folder / "wp-content" / "languages" / "plugins"
    folder.mkdir(parents=True, exist_ok=True)
    translated = "<?php return array( 'messages' => array( 'Posts by year' => 'Beiträge nach Jahr' ) );"
    (folder / "standard-sitemap-de_DE.l10n.php").write_text(translated)
    (folder.parent / "de_DE.l10n.php").write_text("<?php return array( 'messages' => array() );")  # it is installed
    small.php("update_option( 'WPLANG', 'de_DE' ); do_action( 'wp_update_nav_menu' );")
    assert "Beiträge nach Jahr" in small.get(_ROOT)[2]
