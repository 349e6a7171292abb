<?php
/**
 * Makes every existing page name the sitemap, by headers and by links. Cached pages may have lost their headers.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Announcement {
	public static function register(): void {
		// Runs after all handlers that respond in place of a page: sitemaps, redirects, logins.
		add_action( 'template_redirect', array( self::class, 'send' ), PHP_INT_MAX );
		add_action( 'wp_head', array( self::class, 'print_links' ), 2 );
	}

	public static function send(): void {
		if ( is_404() || is_feed() || is_robots() || is_favicon() || is_trackback() || headers_sent() ) {
			return;
		}
		$headers = array(
			'Opt'         => '"' . NAMESPACE_URI . '"; ns=15',
			'15-Location' => esc_url_raw( Files::url( 'root' ) ),
		);
		/** The headers by their names: X-Standard-Sitemap-Location, which is obsolete, may be added. */
		foreach ( (array) apply_filters( 'standard_sitemap_headers', $headers ) as $name => $value ) {
			header( "$name: $value", false );
		}
	}

	public static function print_links(): void {
		echo '<link rel="schema.map" href="' . esc_url( NAMESPACE_URI ) . '">' . "\n";
		echo '<link rel="map.location" href="' . esc_url( Files::url( 'root' ) ) . '">' . "\n";
	}
}
