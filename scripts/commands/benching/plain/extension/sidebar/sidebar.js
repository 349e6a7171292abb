// Shows the whole tree of the latest sitemap as nested lists.
(globalThis.browser ?? chrome).runtime.connect().onMessage.addListener(({ sitemap, text }) => {
  const map = new DOMParser().parseFromString(text, 'application/xml');
  document.querySelector('[role=tree]').replaceChildren(...rows(map.documentElement, sitemap));
});
document.body.dataset.state = 'ready';

function rows(parent, base) {
  return [...parent.children]
    .filter(({ localName }) => localName === 'item')
    .map((item) => {
      const [row, link, list] = ['li', 'a', 'ul'].map((name) => document.createElement(name));
      row.setAttribute('role', 'treeitem');
      link.textContent = item.getAttribute('name');
      link.href = new URL(item.getAttribute('url'), base).href;
      list.append(...rows(item, base));
      row.append(link, ...(list.firstChild ? [list] : []));
      return row;
    });
}
