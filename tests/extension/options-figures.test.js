import { document, loadPage, query, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { LimitList, drawLevels, wireLevels } = await import('../../extension/options/figures.js');
const { LIMITS } = await import('../../extension/shared/limits.js');
const { text } = await import('../../extension/shared/strings.js');

let saved;
beforeEach(() => {
  loadPage('options/options.html');
  saved = [];
});
const fire = (element, type) => element.dispatchEvent(new window.Event(type, { bubbles: true }));
const LEVELS = { none: 0, atHand: 20, popup: 50, sidebar: 100 };

test('levels are shown at their sliders and as numbers', () => {
  drawLevels(LEVELS);
  assert.deepEqual(
    [...document.querySelectorAll('#levels input')].map((slider) => slider.value),
    ['0', '20', '50', '100'],
  );
  assert.deepEqual(
    [...document.querySelectorAll('#levels output')].map((output) => output.value),
    ['0', '20', '50', '100'],
  );
});

test('the preview shows the effect of a level on a usual style', () => {
  drawLevels(LEVELS);
  assert.deepEqual(
    [query('#preview').classList.contains('hidden'), query('#preview-text').textContent],
    [true, text('levelPreview')],
  );
  drawLevels({ ...LEVELS, sidebar: 29 });
  assert.deepEqual(
    [query('#preview').classList.contains('hidden'), query('#preview-text').textContent],
    [false, text('levelPreviewOff')],
  );
});

test('a slider previews while it moves or is focused and is saved when released', () => {
  drawLevels(LEVELS);
  wireLevels((changes) => saved.push(changes.levels));
  const slider = query('#level-at-hand');
  slider.value = '30';
  fire(slider, 'input');
  assert.deepEqual(
    [slider.nextElementSibling.value, query('#preview').classList.contains('hidden'), saved],
    ['30', true, []],
  );
  fire(query('#level-none'), 'focus');
  assert.ok(!query('#preview').classList.contains('hidden'));
  fire(slider, 'change');
  assert.deepEqual(saved, [{ ...LEVELS, atHand: 30 }]);
});

const seconds = LIMITS.find(({ name }) => name === 'request_seconds');
const bytes = LIMITS.find(({ name }) => name === 'file_bytes');
const field = ({ name }) => query(`#limit-${name.replaceAll('_', '-')}`);
const reset = (limit) => field(limit).parentElement.querySelector('button');
const enter = (limit, value) => {
  field(limit).value = value;
  fire(field(limit), 'change');
};

/** Return the list of limits as drawn. */
function limits(changes = {}) {
  const list = new LimitList((stored) => saved.push(stored.limits));
  list.draw(changes);
  return list;
}

test('every limit is shown in the reader’s unit with its usual value', () => {
  limits();
  assert.equal(document.querySelectorAll('#limits li').length, LIMITS.length);
  assert.deepEqual([field(bytes).value, field(seconds).value], ['160', '120']);
  assert.deepEqual([field(bytes).min, field(bytes).max], ['1', '512']);
  const about = document.getElementById(field(bytes).getAttribute('aria-describedby'));
  assert.ok(about.textContent.includes(text('limitUsual', '160')));
});

test('only a changed limit can be reset', () => {
  limits({ request_seconds: 7 });
  assert.deepEqual([field(seconds).value, reset(seconds).disabled, reset(bytes).disabled], ['7', false, true]);
});

test('a limit is saved in the host’s unit together with earlier ones', () => {
  limits({ request_seconds: 7 });
  enter(bytes, '2');
  assert.deepEqual(saved, [{ request_seconds: 7, file_bytes: 2 * 1024 * 1024 }]);
});

test('a limit out of range is clamped and an invalid one becomes usual', () => {
  limits();
  enter(seconds, '0');
  assert.deepEqual([saved.at(-1), field(seconds).value], [{ request_seconds: 1 }, '1']);
  enter(seconds, '');
  assert.deepEqual([saved.at(-1), field(seconds).value], [{}, '120']);
});

test('resetting a limit moves the focus to its field', () => {
  limits({ request_seconds: 7 });
  reset(seconds).focus();
  reset(seconds).click();
  assert.deepEqual([saved, document.activeElement], [[{}], field(seconds)]);
});
