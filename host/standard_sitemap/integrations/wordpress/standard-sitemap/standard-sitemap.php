<?php
/**
 * Plugin Name:       Standard Sitemap
 * Description:       Shows your site's menu, pages, categories and posts to readers whose browser has a sidebar for them.
 * Version:           0.1.0
 * Requires at least: 6.2
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       standard-sitemap
 * Domain Path:       /languages
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

const VERSION       = '0.1.0';
const NAMESPACE_URI = 'http://standard-sitemap.org/2007/ns';

foreach ( array( 'writer', 'listing', 'languages', 'nodes', 'pages', 'classic-menu', 'block-menu', 'archives', 'branches', 'maker', 'cache', 'files', 'announcement' ) as $standard_sitemap_part ) {
	require_once __DIR__ . "/includes/class-{$standard_sitemap_part}.php";
}
unset( $standard_sitemap_part );

Files::register();
Announcement::register();
Cache::register();

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'standard-sitemap', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);
register_deactivation_hook( __FILE__, array( Files::class, 'forget' ) );

add_filter(
	'plugin_action_links_' . plugin_basename( __FILE__ ),
	static function ( $links ) {
		$label = esc_html__( 'View sitemap', 'standard-sitemap' );
		return array_merge( array( '<a href="' . esc_url( Files::url( 'root' ) ) . '">' . $label . '</a>' ), (array) $links );
	}
);
