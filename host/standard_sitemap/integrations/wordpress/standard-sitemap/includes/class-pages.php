<?php
/**
 * The tree of pages. A page whose parent is not listed stands below the next one above it that is.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Pages {
	/** @var \WP_Post[] The listed pages by number. */
	private $pages;

	/** @var int[][] Numbers of pages by that of the page they stand below, 0 for none. */
	private $children = array();

	/** @var true[] The pages that have their place, by number. */
	private $placed = array();

	public function __construct( string $type = 'page' ) {
		$all         = Listing::pages( $type );
		$this->pages = Listing::listed( $all );
		foreach ( $this->pages as $id => $page ) {
			$above = self::above( $page, $all );
			// WordPress makes the address of these, and would read each of them again, were they mere numbers.
			$page->ancestors = $above;

			$parent = 0;
			foreach ( $above as $one ) {
				$stand_in = isset( $this->pages[ $one->ID ] ) ? current( Languages::instance()->posts( $one ) ) : null;
				if ( $stand_in && $stand_in->ID !== $id ) {
					$parent = $stand_in->ID;
					break;
				}
			}
			$this->children[ $parent ][] = $id;
		}
	}

	/** The pages above one, the nearest first. */
	private static function above( \WP_Post $page, array $all ): array {
		$found = array();
		while ( isset( $all[ $page->post_parent ] ) && ! isset( $found[ $page->post_parent ] ) ) {
			$page               = $all[ $page->post_parent ];
			$found[ $page->ID ] = $page;
		}
		return array_values( $found );
	}

	/** The node of a page, without what is below it; null where it is not listed. */
	public function node( int $id, string $name = '' ): ?array {
		$node = isset( $this->pages[ $id ] ) ? Nodes::of_post( $this->pages[ $id ], $name ) : null;
		return $node ? $node + array( 'page' => $id ) : null;
	}

	/** The nodes of the pages below one that have no place yet, with all below them. */
	public function below( int $parent ): array {
		$nodes = array();
		foreach ( $this->children[ $parent ] ?? array() as $id ) {
			$is_placed = isset( $this->placed[ $id ] );

			$this->placed[ $id ] = true;

			$node  = $is_placed ? null : $this->node( $id );
			$below = $is_placed ? array() : $this->below( $id );
			if ( $node ) {
				$nodes[] = $node + array_filter( array( 'children' => $below ) );
			} else {
				array_push( $nodes, ...$below );
			}
		}
		return $nodes;
	}

	/** Nodes of a menu, below each page of it the pages that are below it and that the menu does not name. */
	public function completed( array $nodes ): array {
		$this->place( $nodes );
		return $this->filled( $nodes );
	}

	private function place( array $nodes ): void {
		foreach ( $nodes as $node ) {
			if ( isset( $node['page'] ) ) {
				$this->placed[ $node['page'] ] = true;
			}
			$this->place( $node['children'] ?? array() );
		}
	}

	private function filled( array $nodes ): array {
		foreach ( $nodes as $index => $node ) {
			$children = $this->filled( $node['children'] ?? array() );
			if ( isset( $node['page'] ) ) {
				$children = array_merge( $children, $this->below( $node['page'] ) );
			}
			if ( $children ) {
				$nodes[ $index ]['children'] = $children;
			}
		}
		return $nodes;
	}

	public function is_placed( int $id ): bool {
		return isset( $this->placed[ $id ] );
	}

	/** The pages that have no place yet. Those below a page that has one have theirs, too. */
	public function others(): array {
		return $this->below( 0 );
	}
}
