<?php
/**
 * Makes the files of other post types, one for each type.
 *
 * A type is a tree if its posts have parents; otherwise posts are below their terms. Products of WooCommerce are below
 * their categories. A product of several categories is below the first, and the others refer to it.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Branches {
	/** Returns the branch of a type; null if it has none. */
	public static function of_type( string $type ): ?string {
		if ( ! in_array( $type, Listing::branch_types(), true ) || ! Listing::has_type( $type ) ) {
			return null;
		}
		$writer = new Writer( Languages::instance()->site() );
		$object = get_post_type_object( $type );
		$writer->open(
			array_filter(
				array(
					'id'   => "type-$type",
					'name' => Writer::plain( $object->labels->name ),
					'url'  => (string) get_post_type_archive_link( $type ),
				)
			)
		);
		if ( $object->hierarchical ) {
			$pages = new Pages( $type );
			array_map( array( $writer, 'add' ), $pages->below( 0 ) );
		} else {
			self::shelve( $writer, $type );
		}
		$writer->close();
		return $writer->finish();
	}

	/** Writes posts below the terms of their first taxonomy, then posts without a term. */
	private static function shelve( Writer $writer, string $type ): void {
		$taxonomies = Listing::taxonomies( array( $type ) );
		$placed     = array();
		$place      = static function ( \WP_Post $post ) use ( $writer, &$placed ) {
			$is_placed = isset( $placed[ $post->ID ] );
			$node      = $is_placed ? array( 'external' => "#p{$post->ID}" ) : Nodes::of_post( $post );
			if ( $node ) {
				$placed[ $post->ID ] = true;
				$writer->add( $is_placed ? $node : array( 'id' => "p{$post->ID}" ) + $node );
			}
		};
		if ( $taxonomies ) {
			Archives::add(
				$writer,
				Archives::terms( $taxonomies[0] ),
				static function ( Writer $writer, \WP_Term $term ) use ( $place, $type ) {
					foreach ( Archives::posts( $term, array( $type ) ) as $post ) {
						$place( $post );
					}
				}
			);
		}
		foreach ( Listing::of_type( $type ) as $post ) {
			if ( ! isset( $placed[ $post->ID ] ) ) {
				$place( $post );
			}
		}
	}
}
