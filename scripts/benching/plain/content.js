// Finds the sitemap that a page names, and applies its class changes as soon as the elements are there.
const api = globalThis.browser ?? chrome;
const NAMESPACE = 'http://standard-sitemap.org/2007/ns';
const LEVEL = 100;
let wanted = null;
let isAsked = false;
const observer = new MutationObserver(look);
observer.observe(document, { childList: true, subtree: true });
look();

function look() {
  const link = document.querySelector('link[rel$=".location"]');
  if (link && !isAsked) ask(link.href);
  apply();
}

async function ask(sitemap) {
  isAsked = true;
  const answer = await api.runtime.sendMessage({ sitemap });
  wanted = answer.changes ?? parsed(answer.text);
  if (!answer.changes) api.runtime.sendMessage({ sitemap, changes: wanted });
  apply();
}

function parsed(text) {
  const map = new DOMParser().parseFromString(text, 'application/xml');
  return [...map.getElementsByTagNameNS(NAMESPACE, 'class-change')].map((change) => ({
    elem: change.getAttribute('elem'), attr: change.getAttribute('attr'), prefix: change.getAttribute('prefix'),
  }));
}

function apply() {
  if (!wanted) return;
  wanted = wanted.filter(({ elem, attr, prefix }) => {
    const element = document.evaluate(elem, document, () => 'http://www.w3.org/1999/xhtml',
      XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    const classes = Array.from({ length: LEVEL }, (_, n) => `${prefix}-over-${n}`).join(' ');
    element?.setAttribute(attr, `${element.getAttribute(attr) ?? ''} ${classes}`.trim());
    return !element;
  });
  if (wanted.length === 0) observer.disconnect();
}
