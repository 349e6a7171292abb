<?php
/**
 * Makes nodes of posts, pages, terms and links, in all their languages.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Nodes {
	/**
	 * Returns the node of a listed post, with its own name or another; null if a translation represents it.
	 *
	 * @param \WP_Post $post Any post, with or without its content.
	 * @param string   $name Plain text, or nothing.
	 */
	public static function of_post( \WP_Post $post, string $name = '' ): ?array {
		$forms = Languages::instance()->posts( $post );
		if ( ! $forms || reset( $forms )->ID !== $post->ID ) {
			return null;
		}
		$made = array();
		foreach ( $forms as $language => $form ) {
			$made[] = array(
				'name'        => $form === $post && '' !== $name ? $name : self::title( $form ),
				'url'         => (string) get_permalink( $form ),
				'description' => Writer::plain( $form->post_excerpt ),
				'lang'        => $language,
			);
		}
		return self::with_variants( $made ) + array_filter( array( 'role' => self::role( $post ) ) );
	}

	/** Returns the node of a term's archive; null if a translation represents it, or if it has no address. */
	public static function of_term( \WP_Term $term, string $name = '' ): ?array {
		$forms = Languages::instance()->terms( $term );
		if ( reset( $forms )->term_id !== $term->term_id || ! is_taxonomy_viewable( $term->taxonomy ) ) {
			return null;
		}
		$made = array();
		foreach ( $forms as $language => $form ) {
			$url    = get_term_link( $form );
			$made[] = array(
				'name'        => $form === $term && '' !== $name ? $name : Writer::plain( $form->name ),
				'url'         => is_wp_error( $url ) ? '' : $url,
				'description' => Writer::plain( $form->description ),
				'lang'        => $language,
			);
		}
		return self::with_variants( $made );
	}

	/** Returns the node of a custom link; without an address if the link is not a web address. */
	public static function of_link( string $url, string $name ): array {
		$url = '' === trim( $url, " #\t\n\r" ) ? '' : esc_url_raw( \WP_Http::make_absolute_url( trim( $url ), home_url( '/' ) ), array( 'http', 'https' ) );
		return array_filter(
			array(
				'name' => $name,
				'url'  => Writer::is_web_address( $url ) ? $url : '',
				'role' => untrailingslashit( $url ) === untrailingslashit( home_url() ) ? 'home tree' : '',
			)
		);
	}

	/** Returns the node of the start page in all languages. */
	public static function of_home(): array {
		$made = array();
		foreach ( Languages::instance()->homes() as $language => $url ) {
			$made[] = array(
				'name'        => Writer::plain( get_bloginfo( 'name', 'display' ) ),
				'url'         => $url,
				'description' => Writer::plain( get_bloginfo( 'description', 'display' ) ),
				'lang'        => $language,
			);
		}
		$made[0]['name'] = '' === $made[0]['name'] ? __( 'Home', 'standard-sitemap' ) : $made[0]['name'];
		return self::with_variants( $made ) + array( 'role' => 'home tree' );
	}

	/** Returns the node of the search, at the start page of each language. Its address may already have a query. */
	public static function of_search(): array {
		$made = array();
		foreach ( Languages::instance()->homes() as $language => $url ) {
			$query  = (string) wp_parse_url( $url, PHP_URL_QUERY );
			$made[] = array(
				'name' => __( 'Search', 'standard-sitemap' ),
				'url'  => strtok( $url, '?' ),
				'data' => ( '' === $query ? '' : "$query&" ) . 's=%s',
				'lang' => $language,
			);
		}
		return self::with_variants( $made ) + array( 'role' => 'search' );
	}

	/** Writes one language into the node itself, and several as its variants. */
	private static function with_variants( array $forms ): array {
		return 1 === count( $forms ) ? $forms[0] : array( 'variants' => $forms );
	}

	/** Returns a title as text; `get_the_title()` returns entities. */
	private static function title( \WP_Post $post ): string {
		$title = Writer::plain( get_the_title( $post ) );
		return '' === $title ? __( '(no title)', 'standard-sitemap' ) : $title;
	}

	/** Returns the role of a page, from the site's settings. */
	private static function role( \WP_Post $post ): string {
		if ( 'page' !== $post->post_type ) {
			return '';
		}
		if ( 'page' === get_option( 'show_on_front' ) && (int) get_option( 'page_on_front' ) === $post->ID ) {
			return 'home tree';
		}
		return (int) get_option( 'wp_page_for_privacy_policy' ) === $post->ID ? 'contentinfo tree' : '';
	}
}
