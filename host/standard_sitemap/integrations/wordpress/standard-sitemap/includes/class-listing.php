<?php
/**
 * Decides which posts are listed, and reads them in batches, without their content.
 *
 * Lists only posts that are published for everybody: no private posts, drafts, posts with a password, or posts that an
 * SEO plugin hides from search engines.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Listing {
	/** The number of posts in memory at a time. */
	public const BATCH = 1000;

	/** The columns needed for an address and a title. The content, the largest part of a post, is not read. */
	private const COLUMNS = 'p.ID, p.post_author, p.post_date, p.post_date_gmt, p.post_title, p.post_excerpt,
		p.post_status, p.post_password, p.post_name, p.post_parent, p.menu_order, p.post_type';

	/** The keys in which SEO plugins store that a post is not to be indexed: Yoast, The SEO Framework, SEOPress, Rank Math. */
	public const NOINDEX_KEYS = array(
		'_yoast_wpseo_meta-robots-noindex' => '/^1$/',
		'_genesis_noindex'                 => '/^1$/',
		'_seopress_robots_index'           => '/^yes$/',
		'rank_math_robots'                 => '/"noindex"/',
	);

	/** Returns the post types listed in the files by year. */
	public static function post_types(): array {
		/** Types beside posts, products for example. */
		$types = (array) apply_filters( 'standard_sitemap_post_types', array( 'post' ) );
		return array_values( array_filter( $types, 'is_post_type_viewable' ) );
	}

	/** Returns the types with a separate branch: public types that other plugins register, such as products. */
	public static function branch_types(): array {
		$types = array_diff( get_post_types( array( '_builtin' => false ) ), self::post_types() );
		/** Types with a separate branch; the types of WordPress itself are excluded. */
		$types = (array) apply_filters( 'standard_sitemap_branch_types', array_values( $types ) );
		return array_values( array_filter( $types, 'is_post_type_viewable' ) );
	}

	/** Returns the public hierarchical taxonomies of some types. */
	public static function taxonomies( array $types ): array {
		$found = array();
		foreach ( $types as $type ) {
			foreach ( get_object_taxonomies( $type, 'objects' ) as $taxonomy ) {
				if ( $taxonomy->hierarchical && is_taxonomy_viewable( $taxonomy ) ) {
					$found[ $taxonomy->name ] = $taxonomy->name;
				}
			}
		}
		/** The taxonomies that group posts of these types. */
		return array_values( (array) apply_filters( 'standard_sitemap_taxonomies', array_values( $found ), $types ) );
	}

	/** Returns whether a post of a type was published. */
	public static function has_type( string $type ): bool {
		global $wpdb;
		list( $where, $values ) = self::published( array( $type ) );
		// phpcs:ignore WordPress.DB
		return null !== $wpdb->get_var( $wpdb->prepare( "SELECT p.ID FROM $wpdb->posts p WHERE $where LIMIT 1", $values ) );
	}

	/**
	 * Yields the listed posts of a type, newest first.
	 *
	 * @return \Generator<\WP_Post>
	 */
	public static function of_type( string $type ): \Generator {
		return self::batches( array( $type ), 'p.post_type = %s', array( $type ) );
	}

	/** Returns whether a post was published in a year. */
	public static function has_year( int $year ): bool {
		global $wpdb;
		list( $where, $values ) = self::published( self::post_types() );
		$sql                    = "SELECT p.ID FROM $wpdb->posts p WHERE $where AND p.post_date >= %s AND p.post_date < %s LIMIT 1";
		// phpcs:ignore WordPress.DB
		return null !== $wpdb->get_var( $wpdb->prepare( $sql, array_merge( $values, self::span( $year ) ) ) );
	}

	/** Returns the start of a year and the start of the next. */
	private static function span( int $year ): array {
		return array( sprintf( '%04d-01-01 00:00:00', $year ), sprintf( '%04d-01-01 00:00:00', $year + 1 ) );
	}

	/** Returns the years with published posts, newest first. */
	public static function years(): array {
		global $wpdb;
		list( $where, $values ) = self::published( self::post_types() );
		// phpcs:ignore WordPress.DB
		$found = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT YEAR(p.post_date) AS year FROM $wpdb->posts p WHERE $where ORDER BY year DESC", $values ) );
		return array_values( array_filter( array_map( 'intval', $found ) ) );
	}

	/**
	 * Yields the listed posts of a year, newest first.
	 *
	 * @return \Generator<\WP_Post>
	 */
	public static function of_year( int $year ): \Generator {
		return self::batches( self::post_types(), 'p.post_date >= %s AND p.post_date < %s', self::span( $year ) );
	}

	/**
	 * Yields the listed posts with one of these terms, newest first.
	 *
	 * @param int[]    $term_taxonomy_ids At least one.
	 * @param string[] $types             The types of the posts.
	 * @return \Generator<\WP_Post>
	 */
	public static function of_terms( array $term_taxonomy_ids, array $types ): \Generator {
		global $wpdb;
		$marks = implode( ', ', array_fill( 0, count( $term_taxonomy_ids ), '%d' ) );
		$where = "p.ID IN (SELECT r.object_id FROM $wpdb->term_relationships r WHERE r.term_taxonomy_id IN ($marks))";
		return self::batches( $types, $where, $term_taxonomy_ids );
	}

	/**
	 * Yields listed posts of some types, by date and number. Each batch continues where the previous one ended, so
	 * the last batch costs no more than the first.
	 */
	private static function batches( array $types, string $condition, array $condition_values ): \Generator {
		global $wpdb;
		if ( ! $types ) {
			return;
		}
		list( $where, $values ) = self::published( $types );
		$after                  = '';
		$after_values           = array();
		do {
			$sql = 'SELECT ' . self::COLUMNS . " FROM $wpdb->posts p WHERE $where AND $condition $after"
				. ' ORDER BY p.post_date DESC, p.ID DESC LIMIT ' . self::BATCH;
			// phpcs:ignore WordPress.DB
			$rows = $wpdb->get_results( $wpdb->prepare( $sql, array_merge( $values, $condition_values, $after_values ) ) );
			yield from self::listed( array_map( array( self::class, 'post' ), $rows ) );
			$last         = end( $rows );
			$after        = 'AND (p.post_date < %s OR (p.post_date = %s AND p.ID < %d))';
			$after_values = $last ? array( $last->post_date, $last->post_date, $last->ID ) : array();
		} while ( count( $rows ) === self::BATCH );
	}

	/** Returns an SQL condition for posts that everybody may read, and its values. */
	private static function published( array $types ): array {
		$marks = implode( ', ', array_fill( 0, max( 1, count( $types ) ), '%s' ) );
		return array(
			"p.post_type IN ($marks) AND p.post_status = 'publish' AND p.post_password = ''",
			$types ? $types : array( '' ),
		);
	}

	/**
	 * Returns the pages, or posts of another hierarchical type, except those in the trash. Includes hidden pages, because
	 * the addresses of their children contain their names.
	 *
	 * @return \WP_Post[] By number, in the order in which WordPress lists pages.
	 */
	public static function pages( string $type = 'page' ): array {
		global $wpdb;
		$found = array();
		$last  = 0;
		do {
			$sql = 'SELECT ' . self::COLUMNS . " FROM $wpdb->posts p WHERE p.post_type = %s"
				. " AND p.post_status NOT IN ('trash', 'auto-draft') AND p.ID > %d ORDER BY p.ID LIMIT " . self::BATCH;
			// phpcs:ignore WordPress.DB
			$rows = $wpdb->get_results( $wpdb->prepare( $sql, $type, $last ) );
			foreach ( $rows as $row ) {
				$found[ (int) $row->ID ] = self::post( $row );
				$last                    = (int) $row->ID;
			}
		} while ( count( $rows ) === self::BATCH );
		uasort(
			$found,
			static function ( $one, $other ) {
				return array( $one->menu_order, $one->post_title, $one->ID ) <=> array( $other->menu_order, $other->post_title, $other->ID );
			}
		);
		return $found;
	}

	/** Returns a post from a database row. It is never put into the object cache, because it lacks the content. */
	private static function post( \stdClass $row ): \WP_Post {
		$row->post_content = '';
		$row->filter       = 'raw';
		foreach ( array( 'ID', 'post_author', 'post_parent', 'menu_order' ) as $number ) {
			$row->$number = (int) $row->$number;
		}
		return new \WP_Post( $row );
	}

	/**
	 * Returns the listed posts among some posts, in their order.
	 *
	 * @param \WP_Post[] $posts Any.
	 * @return \WP_Post[]
	 */
	public static function listed( array $posts ): array {
		$posts  = array_filter( $posts, array( self::class, 'is_public' ) );
		$hidden = self::hidden( wp_list_pluck( $posts, 'ID' ) );
		Languages::instance()->prime( $posts );
		if ( false !== strpos( (string) get_option( 'permalink_structure' ), '%category%' ) ) {
			update_object_term_cache( wp_list_pluck( $posts, 'ID' ), 'post' );
		}
		return array_filter(
			$posts,
			static function ( $post ) use ( $hidden ) {
				/** Returns whether a post or page is listed. Posts that not everybody may read were excluded before. */
				return apply_filters( 'standard_sitemap_is_listed', ! isset( $hidden[ $post->ID ] ), $post );
			}
		);
	}

	/** Returns whether the post with this number is listed. */
	public static function is_listed( int $id ): bool {
		$post = get_post( $id );
		return $post && is_post_type_viewable( $post->post_type ) && self::listed( array( $post ) );
	}

	private static function is_public( \WP_Post $post ): bool {
		return 'publish' === $post->post_status && '' === (string) $post->post_password;
	}

	/** Returns, as keys, the numbers of posts that an SEO plugin hides from search engines. */
	private static function hidden( array $ids ): array {
		$found = array();
		foreach ( self::settings( $ids ) as $row ) {
			if ( preg_match( self::NOINDEX_KEYS[ $row->meta_key ], (string) $row->meta_value ) ) {
				$found[ (int) $row->post_id ] = true;
			}
		}
		return $found;
	}

	/**
	 * Yields what SEO plugins stored about some posts, and perhaps about others: most sites have few such settings, and one
	 * query for all of them costs less than a query that names a thousand posts.
	 */
	private static function settings( array $ids ): \Generator {
		global $wpdb;
		$keys  = array_keys( self::NOINDEX_KEYS );
		$marks = implode( ', ', array_fill( 0, count( $keys ), '%s' ) );
		$sql   = "SELECT post_id, meta_key, meta_value FROM $wpdb->postmeta WHERE meta_key IN ($marks)";
		// phpcs:ignore WordPress.DB
		$rows = $wpdb->get_results( $wpdb->prepare( $sql . ' LIMIT ' . self::BATCH, $keys ) );
		if ( count( $rows ) < self::BATCH ) {
			yield from $rows;
			return;
		}
		foreach ( array_chunk( $ids, self::BATCH ) as $chunk ) {
			$among = ' AND post_id IN (' . implode( ', ', array_map( 'intval', $chunk ) ) . ')';
			// phpcs:ignore WordPress.DB
			yield from $wpdb->get_results( $wpdb->prepare( $sql . $among, $keys ) );
		}
	}
}
