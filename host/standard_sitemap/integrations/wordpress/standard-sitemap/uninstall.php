<?php
/**
 * Removes the data that the plugin has stored, on every site of a network.
 *
 * @package Standard_Sitemap
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

( static function () {
	$forget = static function () {
		global $wpdb;
		delete_option( 'standard_sitemap_rules' );
		delete_option( 'standard_sitemap_generation' );
		delete_option( 'standard_sitemap_withdrawal' );
		delete_option( 'rewrite_rules' );
		$wpdb->query( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( 'standard_sitemap_making_' ) . '%' )
		);
		$found = $wpdb->get_col( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->prepare(
				"SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s",
				$wpdb->esc_like( '_transient_standard_sitemap_' ) . '%'
			)
		);
		foreach ( $found as $name ) {
			delete_transient( substr( $name, strlen( '_transient_' ) ) );
		}
	};
	if ( ! is_multisite() ) {
		$forget();
		return;
	}
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site ) {
		switch_to_blog( $site );
		$forget();
		restore_current_blog();
	}
} )();
