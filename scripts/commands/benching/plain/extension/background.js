// The yardstick's memory: the text of each sitemap by its address, and its class changes once a page has read them.
const api = globalThis.browser ?? chrome;
const [texts, changes, panels] = [new Map(), new Map(), new Set()];
api.runtime.onConnect.addListener((port) => {
  panels.add(port);
  port.onDisconnect.addListener(() => panels.delete(port));
});
api.runtime.onMessage.addListener((message, _sender, answer) => {
  if (message.changes) changes.set(message.sitemap, message.changes);
  else read(message.sitemap).then(answer);
  return !message.changes;
});

async function read(sitemap) {
  if (!texts.has(sitemap)) texts.set(sitemap, await (await fetch(sitemap)).text());
  const text = texts.get(sitemap);
  for (const panel of panels) panel.postMessage({ sitemap, text });
  return changes.has(sitemap) ? { changes: changes.get(sitemap) } : { text };
}
