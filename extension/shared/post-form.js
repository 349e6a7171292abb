// @ts-check
/** The form by which a search is posted, from a page of ours or, where none can be, from the page on view. */

/**
 * Posts fields to an address as UTF-8, from the document that it runs in. It stands alone: `scripting.executeScript` takes its
 * source into a page.
 * @param {string} url
 * @param {[string, string][]} fields
 */
export function postForm(url, fields) {
  // A page may be XML, where `createElement` makes no form.
  const create = (/** @type {string} */ name) => document.createElementNS('http://www.w3.org/1999/xhtml', name);
  const form = create('form');
  // The page has an encoding and a <base> of its own.
  for (const [name, value] of Object.entries({ method: 'post', action: url, target: '_self', 'accept-charset': 'UTF-8', hidden: '' })) form.setAttribute(name, value);
  for (const [name, value] of fields) {
    const field = create('textarea'); // a hidden input named _charset_ would say the encoding instead
    Object.assign(field, { name, value });
    form.append(field);
  }
  document.documentElement.append(form);
  HTMLFormElement.prototype.submit.call(form); // a field may be named submit
}
