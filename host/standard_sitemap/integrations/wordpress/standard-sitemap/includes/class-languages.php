<?php
/**
 * Reads the languages of a site from the documented functions and filters of Polylang or WPML.
 *
 * Translations of a post are one node: the post in the site's default language, if it exists.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Languages {
	/** @var self|null */
	private static $instance;

	/** @var int The site of this instance. */
	private static $site = 0;

	/** @var string[] Language tags by the plugin's codes, the default language first; empty on a site in one language. */
	private $tags = array();

	/** @var string `polylang`, `wpml` or empty. */
	private $plugin = '';

	public static function instance(): self {
		if ( null === self::$instance || get_current_blog_id() !== self::$site ) {
			self::$site     = get_current_blog_id();
			self::$instance = new self();
		}
		return self::$instance;
	}

	private function __construct() {
		$tags    = array();
		$default = '';
		if ( function_exists( 'pll_languages_list' ) && function_exists( 'pll_get_post_translations' ) ) {
			$this->plugin = 'polylang';
			$default      = (string) pll_default_language( 'slug' );
			$tags         = array_combine( pll_languages_list( array( 'fields' => 'slug' ) ), pll_languages_list( array( 'fields' => 'locale' ) ) );
		} elseif ( has_filter( 'wpml_active_languages' ) && has_filter( 'wpml_object_id' ) ) {
			$this->plugin = 'wpml';
			$default      = (string) apply_filters( 'wpml_default_language', null );
			$tags         = wp_list_pluck( (array) apply_filters( 'wpml_active_languages', null, array( 'skip_missing' => 0 ) ), 'default_locale' );
		}
		if ( count( (array) $tags ) > 1 && isset( $tags[ $default ] ) ) {
			$this->tags = array_map( array( self::class, 'tag' ), array( $default => $tags[ $default ] ) + $tags );
		}
	}

	/** Returns the language of content that declares none. */
	public function site(): string {
		return $this->tags ? reset( $this->tags ) : self::tag( get_locale() );
	}

	/** Returns the parts of a locale that the format permits: a language and a country. */
	private static function tag( string $locale ): string {
		preg_match( '/^([a-z]{2,3})(?:[-_]([a-z]{2}))?(?![a-z])/i', $locale, $parts );
		return isset( $parts[2] ) ? strtolower( $parts[1] ) . '-' . strtoupper( $parts[2] ) : strtolower( $parts[1] ?? 'en' );
	}

	/** Makes WordPress read, in one query, the terms in which Polylang stores languages. */
	public function prime( array $posts ): void {
		if ( 'polylang' === $this->plugin && $posts ) {
			update_object_term_cache( wp_list_pluck( $posts, 'ID' ), array_unique( wp_list_pluck( $posts, 'post_type' ) ) );
		}
	}

	/**
	 * Returns the start page in each language, the site's own language first.
	 *
	 * @return string[] Addresses by language tag.
	 */
	public function homes(): array {
		$found = array();
		foreach ( $this->tags as $code => $tag ) {
			$found[ $tag ] = 'polylang' === $this->plugin ? pll_home_url( $code ) : apply_filters( 'wpml_permalink', home_url( '/' ), $code );
		}
		return $found ? $found : array( $this->site() => home_url( '/' ) );
	}

	/**
	 * Returns a post and its listed translations by language tag, beginning with the post that represents all of them.
	 *
	 * @return \WP_Post[]
	 */
	public function posts( \WP_Post $post ): array {
		$ids = $this->tags ? $this->translations( $post->ID, $post->post_type, 'post' ) : array();
		if ( count( $ids ) < 2 ) {
			return array( $ids ? key( $ids ) : $this->site() => $post );
		}
		$found = array();
		foreach ( $ids as $tag => $id ) {
			$one = $post->ID === $id ? $post : get_post( $id );
			if ( $one && ( $one === $post || Listing::is_listed( $id ) ) ) {
				$found[ $tag ] = $one;
			}
		}
		return $found;
	}

	/**
	 * Returns a term and its translations by language tag, beginning with the term that represents all of them.
	 *
	 * @return \WP_Term[]
	 */
	public function terms( \WP_Term $term ): array {
		$ids   = $this->tags ? $this->translations( $term->term_id, $term->taxonomy, 'term' ) : array();
		$found = array_filter(
			array_map(
				static function ( $id ) use ( $term ) {
					return $id === $term->term_id ? $term : get_term( $id, $term->taxonomy );
				},
				$ids
			),
			static function ( $one ) {
				return $one instanceof \WP_Term;
			}
		);
		return $found ? $found : array( $this->site() => $term );
	}

	/** Returns numbers by language tag, in the order of the site's languages; empty for an object without a language. */
	private function translations( int $id, string $type, string $kind ): array {
		$found = array();
		if ( 'polylang' === $this->plugin ) {
			$ids = 'post' === $kind ? pll_get_post_translations( $id ) : pll_get_term_translations( $id );
		} else {
			$ids = array();
			foreach ( array_keys( $this->tags ) as $code ) {
				$ids[ $code ] = apply_filters( 'wpml_object_id', $id, $type, false, $code );
			}
		}
		foreach ( $this->tags as $code => $tag ) {
			if ( ! empty( $ids[ $code ] ) ) {
				$found[ $tag ] = (int) $ids[ $code ];
			}
		}
		return in_array( $id, $found, true ) ? $found : array();
	}

	/** Makes WPML return all languages while `$make` runs. Polylang does not restrict queries to a language here. */
	public function for_all( callable $make ) {
		if ( 'wpml' !== $this->plugin ) {
			return $make();
		}
		$before = apply_filters( 'wpml_current_language', null );
		do_action( 'wpml_switch_language', 'all' );
		try {
			return $make();
		} finally {
			do_action( 'wpml_switch_language', $before );
		}
	}
}
