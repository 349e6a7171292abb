<?php
/**
 * Defines the addresses of the sitemap's files, and responds to requests for them.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Files {
	private const QUERY_VAR = 'standard-sitemap';
	private const RULES     = 'standard_sitemap_rules';
	private const NAME      = '/^(?:root|categories|[1-9][0-9]{3}|(?:taxonomy|type)-[a-z0-9_-]{1,32})$/D';

	public static function register(): void {
		add_action( 'init', array( self::class, 'add_rules' ) );
		add_action( 'wp_loaded', array( self::class, 'flush_rules_once' ) );
		add_filter(
			'query_vars',
			static function ( $names ) {
				return array_merge( (array) $names, array( self::QUERY_VAR ) );
			}
		);
		add_filter(
			'redirect_canonical',
			static function ( $url ) {
				return null === self::wanted() ? $url : false;
			}
		);
		// Runs after plugins that require a login; most of them use the default priority.
		add_action( 'template_redirect', array( self::class, 'serve' ), 100 );
	}

	public static function add_rules(): void {
		add_rewrite_rule( '^standard-sitemap\.xml$', 'index.php?' . self::QUERY_VAR . '=root', 'top' );
		add_rewrite_rule( '^standard-sitemap-([a-z0-9_-]+)\.xml$', 'index.php?' . self::QUERY_VAR . '=$matches[1]', 'top' );
	}

	/** Runs once on each site: on a network, only the first site is notified of the activation. */
	public static function flush_rules_once(): void {
		if ( get_option( self::RULES ) !== VERSION ) {
			update_option( self::RULES, VERSION, true );
			flush_rewrite_rules( false );
		}
	}

	/** Makes WordPress rebuild its rules without ours, which the rules of this request still contain. */
	public static function forget( $is_network = false ): void {
		foreach ( $is_network ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( get_current_blog_id() ) as $site ) {
			if ( $is_network ) {
				switch_to_blog( $site );
			}
			delete_option( self::RULES );
			delete_option( 'rewrite_rules' );
			if ( $is_network ) {
				restore_current_blog();
			}
		}
	}

	/** Returns the address of a file, in a form that the site's permalinks allow. */
	public static function url( string $name ): string {
		global $wp_rewrite;
		if ( ! $wp_rewrite->using_permalinks() ) {
			return add_query_arg( self::QUERY_VAR, $name, self::home( '/' ) );
		}
		$file = 'root' === $name ? 'standard-sitemap.xml' : "standard-sitemap-$name.xml";
		return self::home( ( $wp_rewrite->using_index_permalinks() ? '/index.php/' : '/' ) . $file );
	}

	/** Returns an address of the site from its settings, because the files are the same in all languages. */
	private static function home( string $path ): string {
		return untrailingslashit( set_url_scheme( (string) get_option( 'home' ) ) ) . $path;
	}

	/** Returns the name of the requested file; null if the request is for something else. */
	private static function wanted(): ?string {
		$name = get_query_var( self::QUERY_VAR );
		return is_string( $name ) && '' !== $name ? $name : null;
	}

	/** Responds to a request for one of the files. */
	public static function serve(): void {
		$name = self::wanted();
		if ( null === $name ) {
			return;
		}
		// A file stored for all visitors must not show content that only this visitor sees.
		wp_set_current_user( 0 );
		$text = preg_match( self::NAME, $name ) ? Cache::file( $name ) : null;
		if ( null === $text ) {
			self::say_not_found();
			return;
		}
		if ( false === $text ) {
			status_header( 503 );
			nocache_headers();
			header( 'Retry-After: 2' );
			exit;
		}
		self::answer( $text );
		exit;
	}

	private static function answer( string $text ): void {
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true ); // Page caches are not notified of changed menus; this plugin is.
		}
		$tag   = '"' . md5( $text ) . '"';
		$known = isset( $_SERVER['HTTP_IF_NONE_MATCH'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_IF_NONE_MATCH'] ) ) : '';
		header( 'Content-Type: application/xml; charset=UTF-8' );
		header( 'X-Content-Type-Options: nosniff' );
		header( 'X-Robots-Tag: noindex, follow' );
		header( 'Cache-Control: no-cache' );
		header( "ETag: $tag" );
		if ( in_array( $tag, array_map( 'trim', explode( ',', str_replace( 'W/', '', $known ) ) ), true ) ) {
			status_header( 304 );
			return;
		}
		status_header( 200 );
		echo $text; // phpcs:ignore WordPress.Security.EscapeOutput -- The writer has escaped every value.
	}

	private static function say_not_found(): void {
		global $wp_query;
		$wp_query->set_404();
		status_header( 404 );
		nocache_headers();
	}
}
