import { contentsOf } from './content-page.js';
import { PAGES, UNMET, linesOf, pageOf } from './page-rows.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

for (const name of PAGES) {
  const { html, rows, url, needsLayout } = pageOf(name);
  // `happy-dom` has no layout; `browser/test_pages.py` reads all pages.
  if (!needsLayout && !UNMET.includes(name)) {
    test(`the rows of ${name} are as its readers see them`, () => {
      assert.deepEqual(linesOf(contentsOf(html, url), url), rows);
    });
  }
}

test('many pages need no layout', () => {
  assert.ok(PAGES.filter((name) => !pageOf(name).needsLayout).length >= 20);
});
