"""Fills a WordPress: a tree of pages, posts of ten years in categories, and a menu."""

from __future__ import annotations

import datetime
import sqlite3

from wordpress.site import WordPress

PAGES = 2_000
POSTS = 10_000
#: The number of pages in a chapter.
_CHAPTER = 50
_FIRST_PAGE, _FIRST_POST, _FIRST_TERM = 10_001, 20_001, 501
_CATEGORIES = ("Glazes", "Clays", "Firing", "Workshops")
_START = datetime.datetime(2015, 1, 2, 8, tzinfo=datetime.UTC)
#: The content of pages and posts, which the sitemap does not need.
_CONTENT = "<!-- wp:paragraph --><p>Earth, water, fire.</p><!-- /wp:paragraph -->" * 40


def fill(site: WordPress) -> None:
    """Insert pages and posts into the database: WordPress's own functions would take minutes."""
    with site.database() as database:
        _add(database, [_page(number) for number in range(PAGES)])
        _add(database, [_post(number) for number in range(POSTS)])
        for number, name in enumerate(_CATEGORIES):
            term = _FIRST_TERM + number
            database.execute("INSERT INTO wp_terms VALUES (?, ?, ?, 0)", (term, name, name.lower()))
            taxonomy = (term, term, "category", f"All about {name.lower()}", 0, POSTS // len(_CATEGORIES))
            database.execute("INSERT INTO wp_term_taxonomy VALUES (?, ?, ?, ?, ?, ?)", taxonomy)
        pairs = [(post(number), _FIRST_TERM + number % len(_CATEGORIES)) for number in range(POSTS)]
        database.executemany("INSERT INTO wp_term_relationships VALUES (?, ?, 0)", pairs)
    site.php("do_action( 'wp_update_nav_menu' );")


def post(number: int) -> int:
    """Return a post's database id."""
    return _FIRST_POST + number


def _page(number: int) -> tuple[object, ...]:
    """Return a row of the chapters of fifty pages."""
    chapter, place = divmod(number, _CHAPTER)
    parent = _FIRST_PAGE + chapter * _CHAPTER if place else 0
    title = f"Chapter {chapter + 1}" if not place else f"Page {chapter + 1}.{place}"
    return (_FIRST_PAGE + number, "page", title, f"page-{number}", parent, number, _START)


def _post(number: int) -> tuple[object, ...]:
    date = _START + datetime.timedelta(hours=8 * number)
    return (post(number), "post", f"Note {number}: it’s “fired”", f"note-{number}", 0, 0, date)


def _add(database: sqlite3.Connection, rows: list[tuple[object, ...]]) -> None:
    values = [
        (identity, kind, title, name, parent, order, f"{date:%Y-%m-%d %H:%M:%S}", _CONTENT)
        for identity, kind, title, name, parent, order, date in rows
    ]
    database.executemany(
        "INSERT INTO wp_posts (ID, post_type, post_title, post_name, post_parent, menu_order, post_date, post_content,"
        " post_author, post_date_gmt, post_modified, post_modified_gmt, post_excerpt, post_status, comment_status,"
        " ping_status, post_password, to_ping, pinged, post_content_filtered, guid, post_mime_type, comment_count)"
        " VALUES (?, ?, ?, ?, ?, ?, ?7, ?8, 1, ?7, ?7, ?7, '', 'publish', 'closed', 'closed', '', '', '', '', '',"
        " '', 0)",
        values,
    )


#: A menu with a page, a heading without an address, a category, a link, and hidden entries.
MENU = f"""
$menu = wp_create_nav_menu( 'Main' );
$add = static function ( $args, $parent = 0 ) use ( $menu ) {{
    $full = array();
    foreach ( $args + array( 'parent-id' => $parent, 'status' => 'publish' ) as $key => $value ) {{
        $full[ "menu-item-$key" ] = $value;
    }}
    return wp_update_nav_menu_item( $menu, 0, wp_slash( $full ) );
}};
$post = static function ( $args ) {{
    return wp_insert_post( wp_slash( $args + array( 'post_type' => 'page', 'post_status' => 'publish' ) ) );
}};
$page = static function ( $id ) {{
    return array( 'type' => 'post_type', 'object' => 'page', 'object-id' => $id );
}};
$home = $add( array( 'type' => 'custom', 'title' => 'Start', 'url' => home_url( '/' ) ) );
$first = $add( $page( {_FIRST_PAGE} ) );
$add( $page( {_FIRST_PAGE + 1} ) + array( 'title' => 'Fire &amp; <b>earth</b>' ), $first );
$heading = $add( array( 'type' => 'custom', 'title' => 'Reading', 'url' => '#' ) );
$add( array( 'type' => 'taxonomy', 'object' => 'category', 'object-id' => {_FIRST_TERM} ), $heading );
$add( array( 'type' => 'custom', 'title' => 'Museum', 'url' => 'https://museum.example/?a=1&b="2"' ), $heading );
$add( array( 'type' => 'custom', 'title' => 'Script', 'url' => 'javascript:alert(1)' ) );
$draft = $add( $page( $post( array( 'post_title' => 'Draft secret', 'post_status' => 'draft' ) ) ) );
$add( $page( {_FIRST_PAGE + 50} ), $draft );
$add( $page( $post( array( 'post_title' => 'Locked secret', 'post_password' => 'x' ) ) ) );
$add( $page( $post( array( 'post_title' => 'Private secret', 'post_status' => 'private' ) ) ) );
$hidden = $post( array( 'post_title' => 'Unindexed secret' ) );
update_post_meta( $hidden, '_yoast_wpseo_meta-robots-noindex', '1' );
$privacy = $post( array( 'post_title' => 'Privacy &amp; you' ) );
update_option( 'wp_page_for_privacy_policy', $privacy );
$post( array( 'post_title' => "Evil \\"'><item name='x'/> \\x01 &lt;script&gt; & ]]>" ) );
set_theme_mod( 'nav_menu_locations', array( 'primary' => $menu ) );
"""

#: WooCommerce's registration, and further types and taxonomies.
_PRODUCTS = """
add_action( 'init', function () {
    register_taxonomy( 'product_cat', 'product', array( 'hierarchical' => true, 'public' => true ) );
    register_taxonomy( 'product_tag', 'product', array( 'hierarchical' => false, 'public' => true ) );
    register_post_type( 'product', array(
        'public' => true, 'has_archive' => 'shop', 'labels' => array( 'name' => 'Products' ),
        'taxonomies' => array( 'product_cat', 'product_tag' ),
    ) );
    register_post_type( 'manual', array(
        'public' => true, 'hierarchical' => true, 'labels' => array( 'name' => 'Manuals' ),
    ) );
    register_post_type( 'secret', array( 'public' => false ) );
    register_taxonomy( 'genre', 'post', array(
        'hierarchical' => true, 'public' => true, 'labels' => array( 'name' => 'Genres' ),
    ) );
} );
"""
_POST = "array( 'post_type' => '%s', 'post_status' => 'publish', 'post_title' => '%s' )"


def add_shop(site: WordPress) -> None:
    """Add products with categories, manuals with parents, and a post with a genre."""
    site.must_use(_PRODUCTS)
    site.php(
        "$term = fn( $name, $taxonomy, $parent = 0 ) =>"
        " wp_insert_term( $name, $taxonomy, array( 'parent' => $parent ) )['term_id'];"
        "$cups = $term( 'Cups', 'product_cat' ); $tea = $term( 'Tea cups', 'product_cat', $cups );"
        "$gifts = $term( 'Gifts', 'product_cat' ); $tale = $term( 'Tales', 'genre' );"
        f"$bowl = wp_insert_post( {_POST % ('product', 'Tea bowl')} );"
        "wp_set_object_terms( $bowl, array( $tea, $gifts ), 'product_cat' );"
        f"$mug = wp_insert_post( {_POST % ('product', 'Mug')} ); wp_set_object_terms( $mug, $cups, 'product_cat' );"
        f"wp_insert_post( {_POST % ('product', 'Voucher')} ); wp_insert_post( {_POST % ('secret', 'Secret')} );"
        f"$kiln = wp_insert_post( {_POST % ('manual', 'Kiln')} );"
        f"wp_insert_post( array( 'post_parent' => $kiln ) + {_POST % ('manual', 'Cones')} );"
        f"wp_set_object_terms( wp_insert_post( {_POST % ('post', 'Once')} ), $tale, 'genre' );"
        "flush_rewrite_rules( false );"
    )
