<?php
/**
 * The files of posts: one a year, where each post stands, and one of the categories, which refer to them.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Archives {
	/** A year with its months and their posts, newest first; null where nothing was published then. */
	public static function year( int $year ): ?string {
		global $wp_locale;
		if ( ! Listing::has_year( $year ) ) {
			return null;
		}
		$writer = new Writer( Languages::instance()->site() );
		$writer->open(
			array(
				'id'   => "y$year",
				'name' => (string) $year,
				'url'  => get_year_link( $year ),
			)
		);
		$month = 0;
		foreach ( Listing::of_year( $year ) as $post ) {
			$node = Nodes::of_post( $post );
			if ( ! $node ) {
				continue;
			}
			$its = (int) substr( $post->post_date, 5, 2 );
			if ( $its !== $month ) {
				if ( $month ) {
					$writer->close();
				}
				$month = $its;
				$writer->open(
					array(
						'name' => $wp_locale->get_month( $month ) . " $year",
						'url'  => get_month_link( $year, $month ),
					)
				);
			}
			$writer->add( array( 'id' => "p{$post->ID}" ) + $node );
		}
		if ( $month ) {
			$writer->close();
		}
		$writer->close();
		return $writer->finish();
	}

	/** The categories with references to their posts; null where the site does not use any but the default one. */
	public static function categories(): ?string {
		$terms = self::terms();
		if ( ! $terms ) {
			return null;
		}
		$writer = new Writer( Languages::instance()->site() );
		$writer->open(
			array(
				'id'   => 'categories',
				'name' => __( 'Categories', 'standard-sitemap' ),
			)
		);
		$below = array();
		foreach ( $terms as $term ) {
			$below[ isset( $terms[ $term->parent ] ) ? $term->parent : 0 ][] = $term;
		}
		self::add( $writer, $below, 0 );
		$writer->close();
		return $writer->finish();
	}

	public static function has_categories(): bool {
		return (bool) self::terms();
	}

	/** The categories that have posts, or have some below them that do, by number. */
	private static function terms(): array {
		if ( ! in_array( 'post', Listing::post_types(), true ) ) {
			return array();
		}
		// Polylang answers for all languages where an empty one is wanted.
		$found = get_terms(
			array(
				'taxonomy' => 'category',
				'lang'     => '',
			)
		);
		$found = is_wp_error( $found ) ? array() : array_column( $found, null, 'term_id' );
		return array_keys( $found ) === array( (int) get_option( 'default_category' ) ) ? array() : $found;
	}

	private static function add( Writer $writer, array &$below, int $parent ): void {
		$terms = $below[ $parent ] ?? array();
		unset( $below[ $parent ] );
		foreach ( $terms as $term ) {
			$node = Nodes::of_term( $term );
			if ( $node ) {
				$writer->open( $node );
				self::refer( $writer, $term );
			}
			self::add( $writer, $below, $term->term_id );
			if ( $node ) {
				$writer->close();
			}
		}
	}

	/** References to the posts of a category, in whichever language they are in it. */
	private static function refer( Writer $writer, \WP_Term $term ): void {
		$ids = array_map( 'intval', array_values( wp_list_pluck( Languages::instance()->terms( $term ), 'term_taxonomy_id' ) ) );
		foreach ( Listing::of_terms( $ids ) as $post ) {
			$forms = Languages::instance()->posts( $post );
			if ( $forms && reset( $forms )->ID === $post->ID ) {
				$writer->add( array( 'external' => Files::url( substr( $post->post_date, 0, 4 ) ) . "#p{$post->ID}" ) );
			}
		}
	}
}
