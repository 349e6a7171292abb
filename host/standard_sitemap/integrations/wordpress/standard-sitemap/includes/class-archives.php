<?php
/**
 * Makes the files of posts: one for each year, which contain the posts, and one for each taxonomy, which refer to them.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Archives {
	/** Returns a year with its months and their posts, newest first; null if no post was published then. */
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

	/** Returns the terms of a taxonomy with references to their posts; null without any, or for another taxonomy. */
	public static function of_taxonomy( string $taxonomy ): ?string {
		$terms = in_array( $taxonomy, Listing::taxonomies( Listing::post_types() ), true ) ? self::terms( $taxonomy ) : array();
		if ( ! $terms ) {
			return null;
		}
		$writer = new Writer( Languages::instance()->site() );
		$writer->open(
			array(
				'id'   => self::file_of( $taxonomy ),
				'name' => 'category' === $taxonomy ? __( 'Categories', 'standard-sitemap' ) : Writer::plain( get_taxonomy( $taxonomy )->labels->name ),
			)
		);
		self::add( $writer, $terms, array( self::class, 'refer' ) );
		$writer->close();
		return $writer->finish();
	}

	/** Returns the taxonomies used by posts in the files by year. */
	public static function taxonomies(): array {
		$is_used = static function ( $taxonomy ) {
			return (bool) self::terms( $taxonomy );
		};
		return array_values( array_filter( Listing::taxonomies( Listing::post_types() ), $is_used ) );
	}

	/** Returns the name of a taxonomy's file, which is also the id of its node. */
	public static function file_of( string $taxonomy ): string {
		return 'category' === $taxonomy ? 'categories' : "taxonomy-$taxonomy";
	}

	/** Returns the terms that have posts, also on lower levels, by number; none if only the default category is used. */
	public static function terms( string $taxonomy ): array {
		// Polylang returns terms of all languages if the requested language is empty.
		$found = get_terms(
			array(
				'taxonomy' => $taxonomy,
				'lang'     => '',
			)
		);
		$found = is_wp_error( $found ) ? array() : array_column( $found, null, 'term_id' );
		return 'category' === $taxonomy && array_keys( $found ) === array( (int) get_option( 'default_category' ) ) ? array() : $found;
	}

	/**
	 * Writes terms as a tree.
	 *
	 * @param Writer     $writer Where to.
	 * @param \WP_Term[] $terms  By number.
	 * @param callable   $fill   Writes the posts of a term, by the writer and the term.
	 */
	public static function add( Writer $writer, array $terms, callable $fill ): void {
		$below = array();
		foreach ( $terms as $term ) {
			$below[ isset( $terms[ $term->parent ] ) ? $term->parent : 0 ][] = $term;
		}
		self::add_below( $writer, $below, 0, $fill );
	}

	private static function add_below( Writer $writer, array &$below, int $parent, callable $fill ): void {
		$terms = $below[ $parent ] ?? array();
		unset( $below[ $parent ] );
		foreach ( $terms as $term ) {
			$node = Nodes::of_term( $term );
			if ( $node ) {
				$writer->open( $node );
				$fill( $writer, $term );
			}
			self::add_below( $writer, $below, $term->term_id, $fill );
			if ( $node ) {
				$writer->close();
			}
		}
	}

	/**
	 * Yields the posts of a term, in each post's language.
	 *
	 * @return \Generator<\WP_Post>
	 */
	public static function posts( \WP_Term $term, array $types ): \Generator {
		$ids = array_map( 'intval', array_values( wp_list_pluck( Languages::instance()->terms( $term ), 'term_taxonomy_id' ) ) );
		return Listing::of_terms( $ids, $types );
	}

	/** Writes references to the posts of a term in the files by year. */
	private static function refer( Writer $writer, \WP_Term $term ): void {
		foreach ( self::posts( $term, Listing::post_types() ) as $post ) {
			$forms = Languages::instance()->posts( $post );
			if ( $forms && reset( $forms )->ID === $post->ID ) {
				$writer->add( array( 'external' => Files::url( substr( $post->post_date, 0, 4 ) ) . "#p{$post->ID}" ) );
			}
		}
	}
}
