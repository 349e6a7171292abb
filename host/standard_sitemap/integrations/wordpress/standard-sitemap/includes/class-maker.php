<?php
/**
 * Makes the files of the sitemap by their names: `root`, `categories`, other taxonomies and types, and years.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Maker {
	/** Returns the text of a file; null if no file has this name. */
	public static function make( string $name ): ?string {
		return Languages::instance()->for_all(
			static function () use ( $name ) {
				switch ( $name ) {
					case 'root':
						return self::root();
					case 'categories':
						return Archives::of_taxonomy( 'category' );
				}
				list( $kind, $which ) = array_pad( explode( '-', $name, 2 ), 2, '' );
				switch ( $kind ) {
					case 'taxonomy':
						return Archives::of_taxonomy( $which );
					case 'type':
						return Branches::of_type( $which );
					default:
						return Archives::year( (int) $name );
				}
			}
		);
	}

	private static function root(): string {
		$pages = new Pages();
		$nodes = self::navigation( $pages );
		$nodes = self::with_archives( $nodes );
		$nodes = self::with_branches( $nodes );
		$others = $pages->others();
		if ( $others ) {
			// Not in a separate file: a reader's page is found sooner if its node is in the root file.
			$nodes[] = array(
				'name'     => __( 'More pages', 'standard-sitemap' ),
				'children' => $others,
			);
		}
		$nodes[] = Nodes::of_search();
		/** Returns all nodes of the first level, in the form described in class-writer.php. */
		$nodes  = (array) apply_filters( 'standard_sitemap_root_nodes', $nodes );
		$writer = new Writer( Languages::instance()->site() );
		array_map( array( $writer, 'add' ), array_filter( $nodes, 'is_array' ) );
		return $writer->finish();
	}

	/** Returns the nodes of the assigned menu, the navigation block, or all pages; always with the pages that the site's settings name. */
	private static function navigation( Pages $pages ): array {
		$nodes = Classic_Menu::nodes( $pages );
		$nodes = $nodes ? $nodes : Block_Menu::nodes( $pages );
		$nodes = $nodes ? $pages->completed( $nodes ) : $pages->below( 0 );
		if ( ! self::has( $nodes, 'home' ) ) {
			$home  = self::named( $pages, self::setting( 'page_on_front' ) );
			$nodes = array_merge( $home ? $home : array( Nodes::of_home() ), $nodes );
		}
		$posts = self::named( $pages, self::setting( 'page_for_posts' ) );
		return array_merge( $nodes, $posts, self::named( $pages, (int) get_option( 'wp_page_for_privacy_policy' ) ) );
	}

	/** Returns the node of a page with its children, unless the page is already placed. */
	private static function named( Pages $pages, int $id ): array {
		$node = $pages->is_placed( $id ) ? null : $pages->node( $id );
		return $node ? $pages->completed( array( $node ) ) : array();
	}

	/** A page that is used only if the start page is a page. */
	private static function setting( string $name ): int {
		return 'page' === get_option( 'show_on_front' ) ? (int) get_option( $name ) : 0;
	}

	/** Adds the files of posts below the page that shows posts, or after all nodes. */
	private static function with_archives( array $nodes ): array {
		$years = array_map(
			static function ( $year ) {
				return array( 'external' => Files::url( (string) $year ) . "#y$year" );
			},
			Listing::years()
		);
		$added = array_map(
			static function ( $taxonomy ) {
				$name = Archives::file_of( $taxonomy );
				return array( 'external' => Files::url( $name ) . "#$name" );
			},
			Archives::taxonomies()
		);
		$blog  = self::setting( 'page_for_posts' );
		if ( $blog && self::attach( $nodes, $blog, array_merge( $added, $years ) ) ) {
			return $nodes;
		}
		if ( $years ) {
			$added[] = array(
				'name'     => __( 'Posts by year', 'standard-sitemap' ),
				'children' => $years,
			);
		}
		return array_merge( $nodes, $added );
	}

	/** Adds the files of other types below the page that shows all posts of a type, such as a shop, or after all nodes. */
	private static function with_branches( array $nodes ): array {
		foreach ( array_filter( Listing::branch_types(), array( Listing::class, 'has_type' ) ) as $type ) {
			$added = array( array( 'external' => Files::url( "type-$type" ) . "#type-$type" ) );
			$shop  = (int) url_to_postid( (string) get_post_type_archive_link( $type ) );
			$shop  = 'product' === $type ? (int) get_option( 'woocommerce_shop_page_id', $shop ) : $shop;
			if ( ! $shop || ! self::attach( $nodes, $shop, $added ) ) {
				$nodes = array_merge( $nodes, $added );
			}
		}
		return $nodes;
	}

	/** Adds nodes below the node of a page; returns whether the page was found. */
	private static function attach( array &$nodes, int $page, array $added ): bool {
		foreach ( $nodes as &$node ) {
			if ( ( $node['page'] ?? 0 ) === $page ) {
				$node['children'] = array_merge( $node['children'] ?? array(), $added );
				return true;
			}
			if ( isset( $node['children'] ) && self::attach( $node['children'], $page, $added ) ) {
				return true;
			}
		}
		return false;
	}

	/** Returns whether one of the nodes or their descendants has a role. */
	private static function has( array $nodes, string $role ): bool {
		foreach ( $nodes as $node ) {
			if ( in_array( $role, explode( ' ', $node['role'] ?? '' ), true ) || self::has( $node['children'] ?? array(), $role ) ) {
				return true;
			}
		}
		return false;
	}
}
