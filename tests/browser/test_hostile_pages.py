"""Pages that work against the reading of their headings and menus: each is read, and the next page is, too."""

from __future__ import annotations

import json

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving import reading
from driving.surface import Browser, until

pytestmark = [pytest.mark.sidebar("shared"), pytest.mark.thorough]

_MENU = '<nav><ul><li><a href="/one">One</a></li><li><a href="/two">Two</a></li></ul></nav>'

#: Scripts of pages, run after a heading and a menu; each works against our script in its own way.
_SCRIPTS = {
    "prototypes that throw": """for (const type of [Node, Element, HTMLElement, Document])
        for (const name of Object.getOwnPropertyNames(type.prototype))
            try { Object.defineProperty(type.prototype, name, { get() { throw 1 }, set() { throw 1 } }) } catch {}""",
    "iterators that never end": """Array.prototype[Symbol.iterator] = NodeList.prototype[Symbol.iterator] =
        function* () { for (;;) yield document.body }""",
    "methods of arrays and strings": """for (const type of [Array, String, RegExp, Map, Set, Promise, JSON, Math])
        for (const name of Object.getOwnPropertyNames(type.prototype ?? type))
            try { (type.prototype ?? type)[name] = () => { throw 1 } } catch {}""",
    "setters on Object.prototype": """for (const name of ['name', 'level', 'id', 'url', 'value', 'done', 'part',
        'contents', 'headings', 'menus', 'get', 'then'])
            Object.defineProperty(Object.prototype, name, { get() { throw 1 }, set() { throw 1 } })""",
    "globals of ours": """for (const name of ['sitemapOutline', 'sitemapMenus', 'sitemapHeadings', 'sitemapNames',
        'sitemapFlatTree', 'sitemapRoles', 'chrome', 'browser'])
            Object.defineProperty(window, name, { get() { throw 1 }, configurable: false })""",
    "timers that never fire": """window.setTimeout = window.requestAnimationFrame = () => 0;
        window.MutationObserver = undefined; performance.now = () => 0; Date.now = () => 0""",
    "names of the document": """for (const name of ['body', 'documentElement', 'querySelectorAll', 'location', 'forms',
        'getElementsByTagName', 'scrollingElement', 'baseURI', 'URL', 'contentType', 'readyState', 'visibilityState']) {
        const image = document.createElement('img'); image.name = name; document.body.append(image);
        const form = document.createElement('form'); form.name = name; document.body.append(form) }""",
    "fields of forms": """const form = document.createElement('form');
        form.innerHTML = ['parentNode', 'children', 'firstChild', 'nextSibling', 'matches', 'closest', 'getAttribute',
            'id', 'className', 'localName', 'nodeType', 'textContent', 'shadowRoot', 'querySelectorAll', 'contains',
            'checkVisibility', 'getBoundingClientRect', 'childElementCount', 'attributes', 'isConnected']
            .map((name) => `<input name=${name}>`).join('') + '<h2>In a form</h2><nav><a href=/x>X</a></nav>';
        for (const role of ['navigation', 'heading', 'menu'])
            { const other = form.cloneNode(true); other.setAttribute('role', role); document.body.append(other) }""",
    # At 3,000 levels, Chromium's renderer crashes without an extension, too.
    "thousands of levels": """let at = document.body;
        const levels = navigator.userAgent.includes('Firefox') ? 10000 : 1000;
        for (let level = 0; level < levels; level++) at = at.appendChild(document.createElement('div'));
        at.innerHTML = '<h2>Deep</h2><nav><a href=/x>X</a><a href=/y>Y</a></nav>'""",
    "a thousand shadow trees in each other": """let at = document.body;
        for (let level = 0; level < 1000; level++) {
            const root = at.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
            root.innerHTML = '<div></div>'; at = root.firstChild }
        at.innerHTML = '<h2>Deep</h2>'""",
    "twenty thousand shadow trees": """for (let number = 0; number < 20000; number++) document.body
        .appendChild(document.createElement('i')).attachShadow({ mode: 'open' }).innerHTML = '<b>x</b><slot></slot>'""",
    "slots in slots": """let at = document.body;
        for (let level = 0; level < 300; level++) {
            const host = at.appendChild(document.createElement('div'));
            host.attachShadow({ mode: 'open' }).innerHTML = '<slot><h3>Fallback</h3></slot><slot name=b></slot>';
            host.innerHTML = '<h2 slot=b>b</h2>'; at = host }""",
    "a slot that moves": """const host = document.body.appendChild(document.createElement('div'));
        const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<slot></slot>';
        host.innerHTML = '<h2>Slotted</h2>'.repeat(50);
        setInterval(() => root.append(root.firstChild), 0)""",
    "elements that change as they are read": """customElements.define('x-y', class extends HTMLElement {
            connectedCallback() { this.append(document.createElement('x-y').cloneNode()) }
            get localName() { throw 1 } get textContent() { throw 1 } });
        document.body.append(document.createElement('x-y'))""",
    "a megabyte in each attribute": """const long = 'nav menu '.repeat(120000);
        for (let number = 0; number < 20; number++) {
            const list = document.body.appendChild(document.createElement('ul'));
            list.className = list.id = long; list.setAttribute('aria-label', long); list.setAttribute('role', long);
            list.innerHTML = '<li><a href=/x>X</a><li><a href=/y>Y</a>' }""",
    "a heading of ten megabytes": """document.body.appendChild(document.createElement('h2')).textContent =
        'word '.repeat(2000000)""",
    "a thousand menus of a thousand links": """const menu = `<ul>${'<li><a href=/x>X</a></li>'.repeat(1000)}</ul>`;
        for (let number = 0; number < 100; number++) document.body.appendChild(document.createElement('nav'))
            .innerHTML = menu""",
    "links of two megabytes": """document.body.appendChild(document.createElement('nav')).innerHTML =
        ['a', 'b', 'c'].map((name) => `<a href="/${name.repeat(2000000)}">${name}</a>`).join('')""",
    "labels that refer to each other": """document.body.insertAdjacentHTML('beforeend', Array.from({ length: 2000 },
        (_, at) => `<nav id=n${at} aria-labelledby="n${(at + 1) % 2000} n${at}"><a href=/${at}>${at}</a></nav>`)
        .join(''))""",
    "changes without end": """setInterval(() => { for (let count = 0; count < 500; count++) {
        const h = document.createElement('h2'); h.textContent = Math.random();
        document.body.append(h);
        if (document.body.childElementCount > 3000) document.body.lastChild.remove() } }, 0)""",
    "styles that change between slices": """setInterval(() => {
        document.documentElement.style.fontSize = `${10 + Math.random()}px`;
        document.body.style.display = Math.random() > .5 ? 'block' : 'flow-root' }, 1);
        document.body.insertAdjacentHTML('beforeend', '<h2>x</h2>'.repeat(3000))""",
    "a page that empties itself": """setInterval(() => { const all = document.body.innerHTML;
        document.body.innerHTML = ''; document.body.innerHTML = all }, 5)""",
    "addresses that change": """setInterval(() => { try { history.replaceState(null, '', `#${Math.random()}`) }
        catch {} }, 20)""",
    "invisible and reversed names": """document.body.insertAdjacentHTML('beforeend',
        '<h2>\\u202egro.live\\u202c\\u0000\\u001b[31m</h2><h2>\\u200b\\u2060</h2><nav aria-label="\\u202e">' +
        '<a href=/a>\\u2066a\\u2069\\u061c</a><a href=/b>\\ufeffb\\u0007</a></nav>')""",
    "addresses of other kinds": """document.body.insertAdjacentHTML('beforeend', '<nav>' + ['javascript:alert(1)',
        'data:text/html,x', 'file:///etc/passwd', 'http://[', '//\\u202e', 'blob:x', 'moz-extension://x/y',
        'chrome-extension://x/y', 'http://a@127.0.0.1/', 'x\\ud800']
        .map((url) => `<a href="${url}">${url.length}</a>`).join('') + '</nav>')""",
    "a vector image as a link": """document.body.insertAdjacentHTML('beforeend', '<nav><svg><a href="/x"><text>X' +
        '</text></a></svg><math><mi href="/y">y</mi></math><a href=/z>Z</a></nav><svg><a rel="next" href="/n"/></svg>');
        for (const link of document.querySelectorAll('link, a')) link.setAttribute('rel', 'home next prev start')""",
    "a frame around the page": """for (let number = 0; number < 50; number++)
        document.body.appendChild(document.createElement('iframe')).srcdoc = '<h1>F</h1><nav><a href=/f>F</a></nav>'""",
    "hundreds of frames": """for (let number = 0; number < 300; number++) {
        const frame = document.createElement('iframe');
        Object.assign(frame, { name: 'f', width: 50, height: 50 });
        if (number < 60) frame.src = '/menu';
        document.body.append(frame) }""",
    "frames in each other": """const frame = document.createElement('iframe');
        Object.assign(frame, { name: 'f', src: '/nest?1', width: 400, height: 400 }); document.body.append(frame)""",
    "a frame of another origin": """const frame = document.createElement('iframe');
        Object.assign(frame, { name: 'f', src: `http://localhost:${location.port}/menu`, width: 400, height: 400 });
        document.body.append(frame)""",
    "a frame with a million links": """const frame = document.createElement('iframe');
        Object.assign(frame, { name: 'f', src: '/menu', width: 400, height: 400 }); document.body.append(frame);
        frame.onload = () => frame.contentDocument.body.append(...Array.from({ length: 1000000 }, () =>
            Object.assign(document.createElement('a'), { href: '/x', target: '_top', textContent: 'Link' })))""",
    "a frame that navigates without end": """const frame = document.createElement('iframe');
        Object.assign(frame, { name: 'f', src: '/menu', width: 400, height: 400 }); document.body.append(frame);
        setInterval(() => { frame.src = `/menu?${Math.random()}` }, 100)""",
    "a document that is written anew": """setTimeout(() => { document.open();
        document.write('<!doctype html><h1>Mark</h1><nav><a href=/one>One</a><a href=/two>Two</a></nav>');
        document.close() }, 50)""",
    "forged messages": """for (const method of ['page.outline', 'page.evidence', 'choose', 'visit', 'titles.stop'])
        for (const target of [window, new BroadcastChannel('x')]) target.postMessage({ method, event: 'display',
            params: { part: '{}', isFirst: true, isLast: true, origin: location.origin, sitemap: '/evil' } }, '*');
        window.chrome?.runtime?.sendMessage?.('any', { method: 'choose' }, () => {})""",
    "events without end": """setInterval(() => { for (const name of ['scroll', 'resize', 'load', 'toggle', 'hashchange',
        'visibilitychange']) for (const target of [window, document, document.body])
            target.dispatchEvent(new Event(name, { bubbles: true })) }, 0)""",
}
#: They replace their heading, so that only the next page counts.
_WITHOUT_HEADING = {"changes without end", "a page that empties itself", "styles that change between slices"}


def _nest(request: Request) -> Response:
    """Return a document with a frame in it, to a depth of ten."""
    depth = int(request.query_string)
    inner = f'<iframe name="f" src="/nest?{depth + 1}" width="300" height="300"></iframe>' if depth < 10 else ""
    return sites.html(f'<base target="f"><h1>Depth {depth}</h1>{_MENU}{inner}')


@pytest.mark.parametrize("name", _SCRIPTS)
@pytest.mark.promise(
    "page", "Pages that change prototypes, names, trees or styles against our script are read, and delay no next page."
)
def test_hostile_page_is_read_and_the_next_page_too(browser: Browser, site: HTTPServer, name: str) -> None:
    script = f"<script>{_SCRIPTS[name]}</script>"
    sites.answer(site, "/hostile", sites.page("H", head="", body=f"<h1>Mark</h1>{_MENU}{script}"))
    sites.answer(site, "/menu", sites.page("M", head='<base target="_top">', body=_MENU))
    sites.answer_with(site, "/nest", _nest)
    sites.answer(site, "/next", sites.page("N", head="", body=f"<h1>Next</h1>{_MENU}"))
    browser.open(site.url_for("/hostile"))
    browser.open_sidebar()
    if name not in _WITHOUT_HEADING:
        until(lambda: "Mark" in reading.names(browser), "its heading", 20)
    shown = json.dumps(reading.names(browser), ensure_ascii=False)
    assert not {"\u202e", "\u2066", "\u200b", "\x00", "\x1b"} & set(shown)
    browser.open(site.url_for("/next"))
    until(lambda: "Next" in reading.names(browser), "the heading of the next page", 20)
    assert "Mark" not in reading.names(browser)
    assert reading.stored(browser) == {}
