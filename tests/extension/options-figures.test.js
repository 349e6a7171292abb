import { document, loadPage, one, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { LimitList, drawLevels, wireLevels } = await import('../../extension/options/figures.js');
const { LIMITS } = await import('../../extension/shared/limits.js');
const { text } = await import('../../extension/shared/strings.js');

let saved;
beforeEach(() => { loadPage('options/options.html'); saved = []; });
const fire = (element, type) => element.dispatchEvent(new window.Event(type, { bubbles: true }));
const LEVELS = { none: 0, atHand: 20, popup: 50, sidebar: 100 };

test('levels stand at their sliders, in figures too', () => {
  drawLevels(LEVELS);
  assert.deepEqual([...document.querySelectorAll('#levels input')].map((slider) => slider.value), ['0', '20', '50', '100']);
  assert.deepEqual([...document.querySelectorAll('#levels output')].map((output) => output.value), ['0', '20', '50', '100']);
});

test('the preview shows what the usual style does at a level', () => {
  drawLevels(LEVELS);
  assert.deepEqual([one('#preview').classList.contains('hidden'), one('#preview-text').textContent], [true, text('levelPreview')]);
  drawLevels({ ...LEVELS, sidebar: 29 });
  assert.deepEqual([one('#preview').classList.contains('hidden'), one('#preview-text').textContent], [false, text('levelPreviewOff')]);
});

test('a slider previews while it moves or has the focus, and is saved where it ends', () => {
  drawLevels(LEVELS);
  wireLevels((changes) => saved.push(changes.levels));
  const slider = one('#level-at-hand');
  slider.value = '30';
  fire(slider, 'input');
  assert.deepEqual([slider.nextElementSibling.value, one('#preview').classList.contains('hidden'), saved], ['30', true, []]);
  fire(one('#level-none'), 'focus');
  assert.ok(!one('#preview').classList.contains('hidden'));
  fire(slider, 'change');
  assert.deepEqual(saved, [{ ...LEVELS, atHand: 30 }]);
});

const files = LIMITS.find(({ name }) => name === 'files');
const bytes = LIMITS.find(({ name }) => name === 'file_bytes');
const field = ({ name }) => one(`#limit-${name.replaceAll('_', '-')}`);
const reset = (limit) => field(limit).parentElement.querySelector('button');
const enter = (limit, value) => { field(limit).value = value; fire(field(limit), 'change'); };

/** The list of limits as drawn. */
function limits(changes = {}) {
  const list = new LimitList((stored) => saved.push(stored.limits));
  list.draw(changes);
  return list;
}

test('every limit is there in the reader’s unit, with what it usually is', () => {
  limits();
  assert.equal(document.querySelectorAll('#limits li').length, LIMITS.length);
  assert.deepEqual([field(bytes).value, field(files).value], ['160', '5000']);
  assert.deepEqual([field(bytes).min, field(bytes).max], ['1', '1024']);
  const about = document.getElementById(field(bytes).getAttribute('aria-describedby'));
  assert.ok(about.textContent.includes(text('limitUsual', '160')));
});

test('only what differs from the usual can be reset', () => {
  limits({ files: 7 });
  assert.deepEqual([field(files).value, reset(files).disabled, reset(bytes).disabled], ['7', false, true]);
});

test('a figure is saved in the host’s unit, beside those set before', () => {
  limits({ files: 7 });
  enter(bytes, '2');
  assert.deepEqual(saved, [{ files: 7, file_bytes: 2 * 1024 * 1024 }]);
});

test('one beyond its range is put into it, and what is none is the usual', () => {
  limits();
  enter(files, '0');
  assert.deepEqual([saved.at(-1), field(files).value], [{ files: 1 }, '1']);
  enter(files, '');
  assert.deepEqual([saved.at(-1), field(files).value], [{}, '5000']);
});

test('a figure that is reset leaves the focus to its field', () => {
  limits({ files: 7 });
  reset(files).focus();
  reset(files).click();
  assert.deepEqual([saved, document.activeElement], [[{}], field(files)]);
});
