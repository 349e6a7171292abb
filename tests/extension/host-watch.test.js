import './page.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

const { HostWatch } = await import('../../extension/shared/host-watch.js');
mock.timers.enable({ apis: ['setInterval'] });

test('a missing host is searched while the page is visible', () => {
  let looks = 0;
  const watch = new HostWatch(async () => {
    looks++;
    throw new Error('not there');
  });
  const after = (code) => {
    looks = 0;
    watch.show(code);
    mock.timers.tick(9_000);
    return looks;
  };
  assert.deepEqual(
    ['host-missing', 'protocol-mismatch', 'consent-wanted', 'host-crashed', null].map(after),
    [3, 3, 0, 0, 0],
  );
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  assert.equal(after('host-missing'), 0);
  Reflect.deleteProperty(document, 'visibilityState');
  watch.show(null);
});
