<?php
/**
 * Reads the navigation of a block theme: from its header, or else the navigation that was published last.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Block_Menu {
	/** Template parts and patterns can contain one another; no theme nests them deeper. */
	private const DEEPEST = 10;

	/** @var Pages */
	private $pages;

	private function __construct( Pages $pages ) {
		$this->pages = $pages;
	}

	/** Returns the nodes of the navigation; empty if there is none, or if it only lists the pages. */
	public static function nodes( Pages $pages ): array {
		if ( ! wp_is_block_theme() ) {
			return array();
		}
		$blocks = null;
		foreach ( get_block_templates( array( 'area' => 'header' ), 'wp_template_part' ) as $part ) {
			$blocks = $blocks ?? self::navigation( parse_blocks( (string) $part->content ), 0 );
		}
		$one = new self( $pages );
		return $one->read( $blocks ? $blocks : self::last_published(), 0 );
	}

	/** Returns the content of the first navigation block; null if there is none, or if it leaves the choice to WordPress. */
	private static function navigation( array $blocks, int $depth ): ?array {
		foreach ( $depth < self::DEEPEST ? $blocks : array() as $block ) {
			$inner = $block['innerBlocks'];
			if ( 'core/navigation' === $block['blockName'] ) {
				$found = isset( $block['attrs']['ref'] ) ? self::stored( (int) $block['attrs']['ref'] ) : $inner;
				if ( $found ) {
					return $found;
				}
			}
			if ( 'core/pattern' === $block['blockName'] ) {
				$pattern = \WP_Block_Patterns_Registry::get_instance()->get_registered( $block['attrs']['slug'] ?? '' );
				$inner   = parse_blocks( (string) ( $pattern['content'] ?? '' ) );
			}
			$found = self::navigation( $inner, $depth + 1 );
			if ( $found ) {
				return $found;
			}
		}
		return null;
	}

	/** Returns the blocks of a navigation, by its number. */
	private static function stored( int $id ): array {
		$post = get_post( $id );
		$is   = $post && 'wp_navigation' === $post->post_type && 'publish' === $post->post_status;
		return $is ? parse_blocks( $post->post_content ) : array();
	}

	/** Returns the blocks of the menu that WordPress falls back to, without creating one as WordPress would. */
	private static function last_published(): array {
		$found = get_posts(
			array(
				'post_type'        => 'wp_navigation',
				'post_status'      => 'publish',
				'numberposts'      => 1,
				'orderby'          => 'date',
				'order'            => 'DESC',
				'suppress_filters' => false,
			)
		);
		return $found ? parse_blocks( $found[0]->post_content ) : array();
	}

	private function read( array $blocks, int $depth ): array {
		$nodes = array();
		foreach ( $depth < self::DEEPEST ? $blocks : array() as $block ) {
			$below = $this->read( $block['innerBlocks'], $depth + 1 );
			$node  = $this->node( (string) $block['blockName'], (array) $block['attrs'] );
			if ( 'core/page-list' === $block['blockName'] ) {
				$nodes = array_merge( $nodes, $this->pages->below( (int) ( $block['attrs']['parentPageID'] ?? 0 ) ) );
			} elseif ( $node ) {
				$nodes[] = $node + array_filter( array( 'children' => $below ) );
			} else {
				$nodes = array_merge( $nodes, $below );
			}
		}
		return $nodes;
	}

	/** Returns the node of one block, without its inner blocks; null without a link, or for an unlisted page. */
	private function node( string $block, array $attrs ): ?array {
		if ( 'core/home-link' === $block ) {
			return array( 'name' => Writer::plain( $attrs['label'] ?? __( 'Home', 'standard-sitemap' ) ) ) + Nodes::of_home();
		}
		if ( 'core/navigation-link' !== $block && 'core/navigation-submenu' !== $block ) {
			return null;
		}
		$name = Writer::plain( (string) ( $attrs['label'] ?? '' ) );
		$id   = (int) ( $attrs['id'] ?? 0 );
		$kind = $attrs['kind'] ?? '';
		if ( $id && 'post-type' === $kind ) {
			$post = get_post( $id );
			if ( $post && 'page' === $post->post_type ) {
				return $this->pages->node( $id, $name );
			}
			return Listing::is_listed( $id ) ? Nodes::of_post( $post, $name ) : null;
		}
		if ( $id && 'taxonomy' === $kind ) {
			$term = get_term( $id );
			return $term instanceof \WP_Term ? Nodes::of_term( $term, $name ) : null;
		}
		return '' === $name ? null : Nodes::of_link( (string) ( $attrs['url'] ?? '' ), $name );
	}
}
