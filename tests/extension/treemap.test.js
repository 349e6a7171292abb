// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { rectangles } from "../../host/standard_sitemap/webmaster/rendering/picture/treemap.js";

const AROUND = { x: 0, y: 0, width: 600, height: 400 };

test("areas are in proportion to sizes and fill the rectangle", () => {
  const sizes = [600, 300, 120, 40, 10, 1];
  const found = rectangles(sizes, AROUND);
  const total = sizes.reduce((sum, size) => sum + size);
  found.forEach(({ width, height }, at) => {
    assert.ok(Math.abs(width * height - (sizes[at] / total) * 240_000) < 0.01);
  });
});

test("no rectangle lies outside or over another", () => {
  const found = rectangles([9, 7, 5, 4, 3, 2, 1, 1, 1], AROUND);
  for (const [at, one] of found.entries()) {
    assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.width <= 600.001 && one.y + one.height <= 400.001);
    for (const other of found.slice(at + 1)) {
      const isApart = one.x + one.width <= other.x + 0.001 || other.x + other.width <= one.x + 0.001
        || one.y + one.height <= other.y + 0.001 || other.y + other.height <= one.y + 0.001;
      assert.ok(isApart);
    }
  }
});

test("like sizes come near to squares", () => {
  for (const { width, height } of rectangles(Array(24).fill(1), AROUND)) {
    assert.ok(Math.max(width / height, height / width) < 1.6);
  }
});

test("nothing to place is no rectangle, and no room harms nobody", () => {
  assert.deepEqual(rectangles([], AROUND), []);
  assert.equal(rectangles([3, 2], { ...AROUND, width: 0 }).length, 2);
});
