<?php
/**
 * Reads the menu that is assigned to one of the theme's menu locations.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Classic_Menu {
	/** Names that themes give to the location of their main menu. */
	private const MAIN = '/primary|main|header|menu-1|^top/i';

	/** Locations of menus that do not describe the site's structure. */
	private const SIDE = '/social|footer|legal/i';

	/** @var Pages */
	private $pages;

	/** @var object[][] The items, by the number of their parent. */
	private $items = array();

	private function __construct( Pages $pages ) {
		$this->pages = $pages;
	}

	/** Returns the nodes of the assigned menu; empty if there is none. */
	public static function nodes( Pages $pages ): array {
		/** The menu to use: its number, slug or name; 0 for the navigation block or the pages. */
		$menu  = apply_filters( 'standard_sitemap_menu', self::assigned() );
		$items = $menu ? wp_get_nav_menu_items( $menu ) : array();
		$one   = new self( $pages );
		$known = wp_list_pluck( $items ? $items : array(), 'ID' );
		foreach ( $items ? $items : array() as $item ) {
			$parent                  = (int) $item->menu_item_parent;
			$one->items[ in_array( $parent, $known, true ) ? $parent : 0 ][] = $item;
		}
		return $one->below( 0 );
	}

	/** Returns the number of the menu in the most likely main location; 0 without a menu. */
	private static function assigned(): int {
		$places = array_filter( (array) get_nav_menu_locations() );
		$order  = array_intersect_key( $places, get_registered_nav_menus() );
		foreach ( $order as $place => $menu ) {
			if ( preg_match( self::MAIN, $place ) && ! preg_match( self::SIDE, $place ) ) {
				return (int) $menu;
			}
		}
		foreach ( $order as $place => $menu ) {
			if ( ! preg_match( self::SIDE, $place ) ) {
				return (int) $menu;
			}
		}
		return 0;
	}

	/** Returns the nodes below an item. The children of an omitted item take its place. */
	private function below( int $parent ): array {
		$items = $this->items[ $parent ] ?? array();
		unset( $this->items[ $parent ] ); // Prevents a loop if the database makes an item its own descendant.
		$nodes = array();
		foreach ( $items as $item ) {
			$children = $this->below( (int) $item->ID );
			$node     = $this->node( $item );
			if ( $node ) {
				$nodes[] = $node + array_filter( array( 'children' => $children ) );
			} else {
				array_push( $nodes, ...$children );
			}
		}
		return $nodes;
	}

	private function node( object $item ): ?array {
		$name = Writer::plain( (string) $item->title );
		$id   = (int) $item->object_id;
		switch ( $item->type ) {
			case 'post_type':
				if ( 'page' === $item->object ) {
					return $this->pages->node( $id, $name );
				}
				return Listing::is_listed( $id ) ? Nodes::of_post( get_post( $id ), $name ) : null;
			case 'taxonomy':
				$term = get_term( $id, $item->object );
				return $term instanceof \WP_Term ? Nodes::of_term( $term, $name ) : null;
			default:
				return '' === $name ? null : Nodes::of_link( (string) $item->url, $name );
		}
	}
}
