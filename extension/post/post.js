// @ts-check
/** Posts a search from a page of its own: a site's page may forbid forms. Shows nothing, and leaves no history entry. */
import { api } from '../shared/browser.js';
import { localise } from '../shared/strings.js';

localise();
const { result } = await api.runtime.sendMessage({ method: 'post.consume', params: { id: location.hash.slice(1) } });
if (result) submit(result);

/** @param {{url: string, body: string}} query */
function submit({ url, body }) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of new URLSearchParams(body)) {
    const field = document.createElement('textarea'); // a hidden input named _charset_ would say the encoding instead
    Object.assign(field, { name, value });
    form.append(field);
  }
  form.hidden = true;
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form); // a field may be named submit
}
