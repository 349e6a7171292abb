// Shows the whole tree of the latest sitemap as nested lists.
const api = globalThis.browser ?? chrome;
const tree = document.querySelector('[role=tree]');
api.runtime.connect().onMessage.addListener(({ sitemap, text }) => {
  const map = new DOMParser().parseFromString(text, 'application/xml');
  tree.replaceChildren(...rows(map.documentElement, sitemap));
});
document.body.dataset.state = 'ready';

function rows(parent, base) {
  return [...parent.children].filter(({ localName }) => localName === 'item').map((item) => {
    const row = document.createElement('li'), link = document.createElement('a');
    row.setAttribute('role', 'treeitem');
    link.textContent = item.getAttribute('name');
    link.href = new URL(item.getAttribute('url'), base).href;
    row.append(link);
    if (item.firstElementChild) {
      const list = document.createElement('ul');
      list.append(...rows(item, base));
      row.append(list);
    }
    return row;
  });
}
