// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rectangles } from '../../host/standard_sitemap/webmaster/rendering/picture/treemap.js';

const AROUND = { x: 0, y: 0, width: 600, height: 400 };

test('areas are proportional to sizes and fill the rectangle', () => {
  const sizes = [600, 300, 120, 40, 10, 1];
  const placed = rectangles(sizes, AROUND);
  const total = sizes.reduce((sum, size) => sum + size);
  placed.forEach(({ width, height }, at) => {
    assert.ok(Math.abs(width * height - (sizes[at] / total) * 240_000) < 0.01);
  });
});

test('rectangles lie inside and do not overlap', () => {
  const placed = rectangles([9, 7, 5, 4, 3, 2, 1, 1, 1], AROUND);
  for (const [at, area] of placed.entries()) {
    assert.ok(area.x >= 0 && area.y >= 0 && area.x + area.width <= 600.001 && area.y + area.height <= 400.001);
    for (const other of placed.slice(at + 1)) {
      const isApart =
        area.x + area.width <= other.x + 0.001 ||
        other.x + other.width <= area.x + 0.001 ||
        area.y + area.height <= other.y + 0.001 ||
        other.y + other.height <= area.y + 0.001;
      assert.ok(isApart);
    }
  }
});

test('equal sizes are nearly squares', () => {
  for (const { width, height } of rectangles(Array(24).fill(1), AROUND)) {
    assert.ok(Math.max(width / height, height / width) < 1.6);
  }
});

test('no items or no room give no rectangles', () => {
  assert.deepEqual(rectangles([], AROUND), []);
  assert.equal(rectangles([3, 2], { ...AROUND, width: 0 }).length, 2);
});
