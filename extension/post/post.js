// @ts-check
/**
 * Posts a search from a page of its own, since a site's page may forbid forms. Shows nothing, and leaves no history
 * entry.
 */
import { api } from '../shared/browser.js';
import { fieldsOf, postForm } from '../shared/post-form.js';
import { localise } from '../shared/strings.js';

localise();
const { result } = await api.runtime.sendMessage({ method: 'post.consume', params: { id: location.hash.slice(1) } });
if (result) postForm(result.url, fieldsOf(result.body));
