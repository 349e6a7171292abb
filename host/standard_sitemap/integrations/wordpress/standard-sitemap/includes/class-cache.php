<?php
/**
 * Caches generated files until their content changes.
 *
 * Each file is stored with the generation in which it was started. A file that was made during a change is not used.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Cache {
	private const GENERATION = 'standard_sitemap_generation';

	/** Changes whenever a post stops being public: an earlier file, which may contain it, is then not even sent meanwhile. */
	private const WITHDRAWAL = 'standard_sitemap_withdrawal';

	/** The option that marks a file being made, and the seconds after which its request counts as aborted. */
	private const MAKING   = 'standard_sitemap_making_';
	private const PATIENCE = 60;

	/** Seconds for which a request waits for another that makes the same file: it holds one of the server's processes. */
	private const WAITING = 2;

	/** Seconds until changes take effect that no hook reports, such as those by a plugin's filter. */
	private const LIFETIME = DAY_IN_SECONDS;

	/** Settings that affect a sitemap. Each theme stores its menu locations in its own setting. */
	private const OPTIONS = '/^(blogname|blogdescription|home|siteurl|show_on_front|page_on_front|page_for_posts|permalink_structure|category_base|default_category|wp_page_for_privacy_policy|WPLANG|stylesheet|active_plugins|nav_menu_options|polylang|icl_sitepress_settings|theme_mods_.*)$/';

	/** Post types that affect a sitemap's content or structure, in addition to public types. */
	private const LAYOUT = array( 'nav_menu_item', 'wp_navigation', 'wp_template_part', 'wp_template' );

	/** @var bool[] The sites changed by this request, and whether a post stopped being public. */
	private static $changed = array();

	public static function register(): void {
		foreach ( array( 'save_post', 'edit_attachment', 'set_object_terms' ) as $hook ) {
			add_action( $hook, array( self::class, 'post_changed' ) );
		}
		add_action(
			'before_delete_post',
			static function ( $id ) {
				self::post_changed( $id );
				if ( 'publish' === get_post_status( $id ) ) {
					self::clear( true );
				}
			}
		);
		add_action(
			'post_updated',
			static function ( $id, $after, $before ) {
				if ( '' === $before->post_password && '' !== $after->post_password ) {
					self::clear( true );
				}
			},
			10,
			3
		);
		add_action(
			'transition_post_status',
			static function ( $new_status, $old_status, $post ) {
				if ( 'publish' === $old_status && 'publish' !== $new_status ) {
					self::clear( true );
				}
				self::post_changed( $post->ID );
			},
			10,
			3
		);
		foreach ( array( 'created_term', 'edited_term', 'delete_term', 'wp_update_nav_menu', 'switch_theme', 'customize_save_after', 'permalink_structure_changed' ) as $hook ) {
			add_action( $hook, array( self::class, 'clear' ), 10, 0 );
		}
		foreach ( array( 'added_option', 'updated_option', 'deleted_option' ) as $hook ) {
			add_action( $hook, array( self::class, 'option_changed' ) );
		}
		foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $hook ) {
			add_action( $hook, array( self::class, 'meta_changed' ), 10, 3 );
		}
		add_action( 'shutdown', array( self::class, 'clear_again' ) );
	}

	/**
	 * Returns a file from the cache, or makes it.
	 *
	 * @return string|null|false Null if no file has this name; false if another request is still making it.
	 */
	public static function file( string $name ) {
		// On a site that serves both schemes, addresses have the scheme of the request.
		$file       = $name . ( is_ssl() ? '_https' : '' );
		$key        = "standard_sitemap_$file";
		$generation = get_option( self::GENERATION, '' );
		$withdrawal = get_option( self::WITHDRAWAL, '' );
		$text       = self::kept( $key, 'generation', $generation );
		if ( null !== $text ) {
			return $text;
		}
		if ( ! self::begin( $file ) ) {
			return self::kept( $key, 'withdrawal', $withdrawal ) ?? self::of_other( $key, $generation );
		}
		try {
			$text = Maker::make( $name );
			if ( null !== $text ) {
				$made_for = array(
					'generation' => $generation,
					'withdrawal' => $withdrawal,
				);
				set_transient( $key, $made_for + self::packed( $text ), self::LIFETIME );
			}
		} finally {
			delete_option( self::MAKING . $file );
		}
		return $text;
	}

	/** Returns a cached file if it was made for this generation or withdrawal; null otherwise, or if it is damaged. */
	private static function kept( string $key, string $property, string $wanted ): ?string {
		$kept = get_transient( $key );
		return is_array( $kept ) && ( $kept[ $property ] ?? null ) === $wanted ? self::unpacked( $kept ) : null;
	}

	/** Marks a file as being made; returns false while another request makes it. An aborted request counts for a minute. */
	private static function begin( string $name ): bool {
		global $wpdb;
		$option = self::MAKING . $name;
		$sql    = "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
		// Bypasses all caches with one statement, as WordPress does to lock its updates.
		if ( $wpdb->query( $wpdb->prepare( $sql, $option, (string) time() ) ) ) { // phpcs:ignore WordPress.DB
			return true;
		}
		// phpcs:ignore WordPress.DB
		$since = (int) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", $option ) );
		if ( $since > time() - self::PATIENCE ) {
			return false;
		}
		update_option( $option, (string) time(), false );
		return true;
	}

	/**
	 * Waits for the file that another request is making.
	 *
	 * @return string|false False if that takes long.
	 */
	private static function of_other( string $key, string $generation ) {
		for ( $waited = 0; $waited < self::WAITING; $waited += 0.2 ) {
			usleep( 200000 );
			wp_cache_delete( "_transient_$key", 'options' );
			wp_cache_delete( 'notoptions', 'options' );
			$text = self::kept( $key, 'generation', $generation );
			if ( null !== $text ) {
				return $text;
			}
		}
		return false;
	}

	/** Compressed, because databases and object caches may accept a megabyte at most; Base64 for any table. */
	private static function packed( string $text ): array {
		if ( ! function_exists( 'gzcompress' ) ) {
			return array( 'text' => $text );
		}
		return array( 'packed' => base64_encode( gzcompress( $text ) ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
	}

	/** Object caches lose and mix entries: anything but a whole text counts as missing. */
	private static function unpacked( array $kept ): ?string {
		$text = $kept['text'] ?? null;
		if ( is_string( $kept['packed'] ?? null ) && function_exists( 'gzuncompress' ) ) {
			$text = @gzuncompress( (string) base64_decode( $kept['packed'] ) ); // phpcs:ignore WordPress.PHP
		}
		return is_string( $text ) && '' !== $text ? $text : null;
	}

	/** Invalidates all cached files. */
	public static function clear( bool $is_withdrawal = false ): void {
		$before = self::$changed[ get_current_blog_id() ] ?? null;
		if ( null === $before || ( $is_withdrawal && ! $before ) ) {
			self::$changed[ get_current_blog_id() ] = $is_withdrawal;
			self::bump( $is_withdrawal );
		}
	}

	/** Repeated when the request ends: a file made meanwhile includes only some of the changes. */
	public static function clear_again(): void {
		foreach ( self::$changed as $site => $is_withdrawal ) {
			if ( is_multisite() ) {
				switch_to_blog( $site );
			}
			self::bump( $is_withdrawal );
			if ( is_multisite() ) {
				restore_current_blog();
			}
		}
		self::$changed = array();
	}

	private static function bump( bool $is_withdrawal ): void {
		if ( $is_withdrawal ) {
			update_option( self::WITHDRAWAL, uniqid( '', true ), true );
		}
		update_option( self::GENERATION, uniqid( '', true ), true );
	}

	/** @param int $id A post's number. */
	public static function post_changed( $id ): void {
		$type = get_post_type( $id );
		if ( $type && ( in_array( $type, self::LAYOUT, true ) || is_post_type_viewable( $type ) ) && self::is_shown( (int) $id, $type ) ) {
			self::clear();
		}
	}

	/** Returns whether visitors see a post: it is published, an attachment, or part of its children's addresses. */
	private static function is_shown( int $id, string $type ): bool {
		if ( 'publish' === get_post_status( $id ) ) {
			return true;
		}
		return is_post_type_hierarchical( $type ) && get_posts(
			array(
				'post_type'   => $type,
				'post_parent' => $id,
				'post_status' => 'publish',
				'fields'      => 'ids',
				'numberposts' => 1,
			)
		);
	}

	/** @param string $name An option's name. */
	public static function option_changed( $name ): void {
		if ( preg_match( self::OPTIONS, (string) $name ) ) {
			self::clear();
		}
	}

	/**
	 * @param mixed  $meta Not looked at.
	 * @param int    $post The number of the post.
	 * @param string $key  The name of what was changed of a post.
	 */
	public static function meta_changed( $meta, $post, $key ): void {
		if ( isset( Listing::NOINDEX_KEYS[ $key ] ) || 0 === strpos( (string) $key, '_menu_item_' ) ) {
			self::post_changed( $post );
		}
	}
}
