<?php
/**
 * Writes nodes as a sitemap file. Depends on WordPress only for its filters and text functions.
 *
 * A node is an array: `name`, `url`, `description`, `lang`, `data`, `role`, `id` (as the format's attributes, plain text,
 * not yet escaped), `variants` (arrays of the same qualities, one for each language), `children` (nodes).
 * A node with `external` is a reference to a node of another file, and has nothing else.
 *
 * @package Standard_Sitemap
 */

namespace Standard_Sitemap;

defined( 'ABSPATH' ) || exit;

final class Writer {
	private const ATTRIBUTES = array(
		'id'          => 'xml:id',
		'name'        => 'name',
		'url'         => 'url',
		'description' => 'description',
		'lang'        => 'lang',
		'data'        => 'data',
		'role'        => 'role',
		'order'       => 'order',
	);

	/** The length of a tooltip: one or two lines. */
	private const DESCRIPTION_LENGTH = 300;

	/** @var string */
	private $text;

	/** @var string The language of nodes that declare none. */
	private $language;

	/** @var int */
	private $depth = 1;

	public function __construct( string $language ) {
		$this->language = $language;
		$this->text     = '<?xml version="1.0" encoding="UTF-8"?>' . "\n"
			. '<sitemap xmlns="' . NAMESPACE_URI . '" lang="' . self::escape( $language ) . "\">\n";
	}

	/** Returns the whole document. */
	public function finish(): string {
		return $this->text . "</sitemap>\n";
	}

	/** Starts a node whose children are added one by one, until close(). */
	public function open( array $node ): void {
		$this->text .= $this->indent() . '<item' . $this->attributes( $node ) . ">\n";
		++$this->depth;
		$this->add_variants( $node );
	}

	public function close(): void {
		--$this->depth;
		$this->text .= $this->indent() . "</item>\n";
	}

	/** Writes a node with its descendants. */
	public function add( array $node ): void {
		if ( isset( $node['external'] ) ) {
			$this->text .= $this->indent() . '<external url="' . self::escape( $node['external'] ) . "\"/>\n";
			return;
		}
		/**
		 * Filters a node before it is written: change it, or return null to omit it with its descendants. A node with an
		 * `id` is always kept, because another file refers to it: use `standard_sitemap_is_listed` to omit posts and pages.
		 */
		$filtered = apply_filters( 'standard_sitemap_node', $node );
		if ( is_array( $filtered ) ) {
			$this->add_filtered( array_intersect_key( $node, array( 'id' => true ) ) + $filtered );
		} elseif ( isset( $node['id'] ) ) {
			$this->add_filtered( $node );
		}
	}

	private function add_filtered( array $node ): void {
		if ( isset( $node['url'] ) && ! self::is_web_address( $node['url'] ) ) {
			unset( $node['url'] );
		}
		if ( ! empty( $node['children'] ) && ( $node['lang'] ?? $this->language ) !== $this->language ) {
			// On the element, it would also apply to all descendants.
			$node['variants'] = array( array_intersect_key( $node, array_flip( array( 'name', 'url', 'lang', 'description' ) ) ) );
			unset( $node['url'], $node['lang'], $node['description'] );
		}
		if ( ! empty( $node['children'] ) ) {
			$before = strlen( $this->text );
			$this->open( $node );
			$started = strlen( $this->text );
			array_map( array( $this, 'add' ), $node['children'] );
			if ( strlen( $this->text ) > $started ) {
				$this->close();
				return;
			}
			$this->text = substr( $this->text, 0, $before );
			--$this->depth;
		}
		if ( ! isset( $node['url'] ) && empty( $node['variants'] ) ) {
			return; // It has no link.
		}
		$start = $this->indent() . '<item' . $this->attributes( $node );
		if ( empty( $node['variants'] ) ) {
			$this->text .= $start . "/>\n";
			return;
		}
		$this->text .= $start . ">\n";
		++$this->depth;
		$this->add_variants( $node );
		$this->close();
	}

	private function add_variants( array $node ): void {
		foreach ( $node['variants'] ?? array() as $variant ) {
			if ( isset( $variant['url'] ) && self::is_web_address( $variant['url'] ) ) {
				$this->text .= $this->indent() . '<variant' . $this->attributes( $variant ) . "/>\n";
			}
		}
	}

	private function attributes( array $node ): string {
		$text = '';
		foreach ( self::ATTRIBUTES as $key => $attribute ) {
			$value = (string) ( $node[ $key ] ?? '' );
			if ( '' === $value || ( 'lang' === $key && $value === $this->language ) ) {
				continue;
			}
			if ( 'description' === $key && mb_strlen( $value ) > self::DESCRIPTION_LENGTH ) {
				$value = mb_substr( $value, 0, self::DESCRIPTION_LENGTH - 1 ) . '…';
			}
			$text .= " $attribute=\"" . self::escape( $value ) . '"';
		}
		return $text;
	}

	private function indent(): string {
		return str_repeat( "\t", min( $this->depth, 20 ) );
	}

	/** Returns text as the value of an attribute; characters that XML forbids are replaced. */
	public static function escape( string $text ): string {
		return htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE | ENT_DISALLOWED | ENT_XML1, 'UTF-8' );
	}

	/** Returns the visible text of markup: titles contain entities, and may contain elements. */
	public static function plain( string $html ): string {
		$text = html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return trim( (string) preg_replace( '/[\s\x{a0}]+/u', ' ', wp_check_invalid_utf8( $text, true ) ) );
	}

	/** Returns whether an address is a web address with a host: no script, mail or file, and no line break. */
	public static function is_web_address( string $url ): bool {
		return 1 === preg_match( '~^https?://[^/\s?#\\\\]+(?:[/?#][^\s\x00-\x20]*)?$~i', $url );
	}
}
