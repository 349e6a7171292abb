// @ts-check
/** Posts a search by a form, from an extension page or, where none is possible, from the current page. */

/** Return the fields of a form's body. @param {string} body */
export function fieldsOf(body) {
  // `URLSearchParams` strips a leading question mark; the one added here protects the body's own.
  return [...new URLSearchParams(`?${body}`)];
}

/**
 * Post fields to an address as UTF-8, from the current document. Self-contained, because `scripting.executeScript`
 * serialises it into a page.
 * @param {string} url
 * @param {[string, string][]} fields
 */
export function postForm(url, fields) {
  // A page may be XML, where `createElement` creates no form.
  const create = (/** @type {string} */ name) => document.createElementNS('http://www.w3.org/1999/xhtml', name);
  const form = create('form');
  // The page has its own encoding and <base>.
  for (const [name, value] of Object.entries({
    method: 'post',
    action: url,
    target: '_self',
    'accept-charset': 'UTF-8',
    hidden: '',
  }))
    form.setAttribute(name, value);
  for (const [name, value] of fields) {
    const field = create('textarea'); // a hidden input named _charset_ would send the encoding instead
    Object.assign(field, { name, value });
    form.append(field);
  }
  document.documentElement.append(form);
  HTMLFormElement.prototype.submit.call(form); // a field may be named submit
}
