"""Faultless sitemaps of each kind, from which the broken ones are made."""

ROOT = "https://www.example.org/sitemap.xml"

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
GOOGLE = "http://www.google.com/schemas/sitemap-"

PAGES = f"""{HEAD}<urlset {XMLNS}>
  <url>
    <loc>https://www.example.org/</loc>
    <lastmod>2024-05-30</lastmod>
    <changefreq>daily</changefreq>
    <priority>1.0</priority>
  </url>
  <url>
    <loc>https://www.example.org/shop?a=1&amp;b=2</loc>
    <lastmod>2024-05-31T14:30:00+02:00</lastmod>
  </url>
  <url>
    <loc>https://www.example.org/caf%C3%A9</loc>
  </url>
</urlset>
"""

PICTURES = f"""{HEAD}<urlset {XMLNS} xmlns:image="{GOOGLE}image/1.1">
  <url>
    <loc>https://www.example.org/tea</loc>
    <lastmod>2024-05-30</lastmod>
    <image:image><image:loc>https://www.example.org/tea.png</image:loc></image:image>
    <image:image><image:loc>https://cdn.example.net/cup.png</image:loc></image:image>
  </url>
  <url>
    <loc>https://www.example.org/cake</loc>
  </url>
</urlset>
"""

NEWS = f"""{HEAD}<urlset {XMLNS} xmlns:news="{GOOGLE}news/0.9">
  <url>
    <loc>https://www.example.org/news/1</loc>
    <news:news>
      <news:publication>
        <news:name>The Example</news:name>
        <news:language>en</news:language>
      </news:publication>
      <news:publication_date>2024-05-31T08:00:00Z</news:publication_date>
      <news:title>Tea is up</news:title>
    </news:news>
  </url>
</urlset>
"""

VIDEOS = f"""{HEAD}<urlset {XMLNS} xmlns:video="{GOOGLE}video/1.1">
  <url>
    <loc>https://www.example.org/film</loc>
    <video:video>
      <video:thumbnail_loc>https://www.example.org/film.jpg</video:thumbnail_loc>
      <video:title>How to tie a knot</video:title>
      <video:description>With one hand.</video:description>
      <video:content_loc>https://www.example.org/film.mp4</video:content_loc>
      <video:duration>600</video:duration>
      <video:rating>4.2</video:rating>
      <video:publication_date>2024-05-30</video:publication_date>
      <video:family_friendly>yes</video:family_friendly>
      <video:restriction relationship="allow">DE AT CH</video:restriction>
    </video:video>
  </url>
</urlset>
"""

_VERSIONS = """    <xhtml:link rel="alternate" hreflang="fr" href="https://www.example.org/fr/a"/>
    <xhtml:link rel="alternate" hreflang="de" href="https://www.example.org/de/a"/>
"""

LANGUAGES = f"""{HEAD}<urlset {XMLNS} xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <url>
    <loc>https://www.example.org/fr/a</loc>
{_VERSIONS}  </url>
  <url>
    <loc>https://www.example.org/de/a</loc>
{_VERSIONS}  </url>
</urlset>
"""

INDEX = f"""{HEAD}<sitemapindex {XMLNS}>
  <sitemap>
    <loc>https://www.example.org/pages.xml</loc>
    <lastmod>2024-05-30</lastmod>
  </sitemap>
  <sitemap>
    <loc>https://www.example.org/news.xml</loc>
  </sitemap>
</sitemapindex>
"""

LIST = "https://www.example.org/\nhttps://www.example.org/shop?a=1&b=2\nhttps://www.example.org/about\n"

WHOLE = {
    "pages": PAGES,
    "pictures": PICTURES,
    "news": NEWS,
    "videos": VIDEOS,
    "languages": LANGUAGES,
    "index": INDEX,
}
