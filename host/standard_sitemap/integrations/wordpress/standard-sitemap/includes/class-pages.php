<?php
/**
 * Makes the tree of pages. A page whose parent is not listed is placed below its nearest listed ancestor.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Pages {
	/** @var \WP_Post[] The listed pages by number. */
	private $pages;

	/** @var int[][] Numbers of pages, by the number of their parent; 0 without a parent. */
	private $children = array();

	/** @var true[] The placed pages, by number. */
	private $placed = array();

	public function __construct( string $type = 'page' ) {
		$all         = Listing::pages( $type );
		$this->pages = Listing::listed( $all );
		foreach ( $this->pages as $id => $page ) {
			$above = self::above( $page, $all );
			// WordPress makes addresses from these objects; given only numbers, it would read each page again.
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

	/** Returns the ancestors of a page, the nearest first. */
	private static function above( \WP_Post $page, array $all ): array {
		$found = array();
		while ( isset( $all[ $page->post_parent ] ) && ! isset( $found[ $page->post_parent ] ) ) {
			$page               = $all[ $page->post_parent ];
			$found[ $page->ID ] = $page;
		}
		return array_values( $found );
	}

	/** Returns the node of a page, without its children; null if the page is not listed. */
	public function node( int $id, string $name = '' ): ?array {
		$node = isset( $this->pages[ $id ] ) ? Nodes::of_post( $this->pages[ $id ], $name ) : null;
		return $node ? $node + array( 'page' => $id ) : null;
	}

	/** Returns the nodes of a page's children that are not placed yet, with their descendants. */
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

	/** Returns the nodes of a menu. Each page also gets its child pages that the menu does not contain. */
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

	/** Returns the pages that are not placed yet. Descendants of a placed page are already placed. */
	public function others(): array {
		return $this->below( 0 );
	}
}
