import { document } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { filterWords, folded, holdsNear, isNear, markedLetters, matchedParts } = await import(
  '../../extension/shared/matched-letters.js'
);

const marked = (name, filter) =>
  matchedParts(name, filterWords(filter))
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

// The same pairs as in tests/host/model/test_words.py.
test('different spellings of a word are equal, as in the host', () => {
  const pairs = [
    ['Über', 'uber'],
    ['u\u0308ber', 'über'],
    ['\uff2c\uff41\uff4d\uff50', 'lamp'],
    ['STRASSE', 'Straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['\ufb01le', 'file'],
    ['\uff76\uff9e', 'ガ'],
    ['\u1112\u1161\u11ab', '한'],
    ['Ge\u00adsamt\u00adkonzept', 'gesamtkonzept'],
    ['Foo\u200bBar\u2060Baz\ufeff', 'foobarbaz'],
    ['\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', '\u0645\u06cc\u062e\u0648\u0627\u0647\u0645'],
    ['\u200ea\u00ad\u0301\u200f', 'a'],
    ['I\u2019m here', "i'm here"],
    ['\u2018rock\u02bcn', "'rock'n"],
  ];
  for (const [left, right] of pairs) assert.equal(folded(left), folded(right));
  for (const [left, right] of [
    ['か', 'が'],
    ['क', 'कि'],
    ['й', 'и'],
    ['o', 'a'],
  ])
    assert.notEqual(folded(left), folded(right));
});

test('matching letters are marked anywhere in a name', () => {
  assert.equal(marked('A lamp and lamps', 'LAMP'), 'A [lamp] and [lamp]s');
  assert.equal(marked('Lamps of the sea', 'sea la'), '[La]mps of the [sea]');
  assert.equal(marked('Moss', 'x'), 'Moss');
  assert.equal(marked('Moss', ' '), 'Moss');
});

test('characters that are not seen do not divide a match', () => {
  assert.equal(marked('Ge\u00adsamt\u00adplan', 'gesamt'), '[Ge\u00adsamt\u00ad]plan');
  assert.equal(marked('I\u2019m here', "i'm"), '[I\u2019m] here');
});

test('overlapping words form one part', () => {
  assert.equal(marked('abcd', 'abc bcd'), '[abcd]');
});

test('a letter is marked as a whole whatever its number of characters', () => {
  assert.equal(marked('Zau\u0308ne', 'zau'), '[Zau\u0308]ne');
  assert.equal(marked('Straße', 'ras'), 'St[raß]e');
  assert.equal(marked('Cafe\u0301', 'é'), 'Caf[e\u0301]');
});

test('the parts of a name add up to the name', () => {
  for (const name of ['', '\u0301x', '𝒜 b', 'a\u0300\u0301'])
    assert.equal(
      matchedParts(name, filterWords('a b'))
        .map(({ text }) => text)
        .join(''),
      name,
    );
});

test('matching parts are drawn as marks and others unchanged', () => {
  document.body.replaceChildren(...markedLetters(matchedParts('A <lamp>', filterWords('lamp'))));
  assert.equal(document.body.innerHTML, 'A &lt;<mark>lamp</mark>&gt;');
});

// The same pairs as in tests/host/reader/views/test_matching.py.
test('words are near with one letter more, less, different or swapped, as in the host', () => {
  for (const other of ['word', 'wrd', 'wordy', 'ward', 'wrod', 'owrd', 'wodr', 'ord', 'wor'])
    assert.ok(isNear('word', other) && isNear(other, 'word'), other);
  for (const other of ['wo', 'wards', 'drow', 'wraod', '', 'wxrdy']) assert.ok(!isNear('word', other), other);
});

test('an incomplete word is near the beginning of a longer one', () => {
  assert.deepEqual(
    [holdsNear('the mooring fee', 'moornig'), holdsNear('unmoored', 'moored'), holdsNear('cat', 'cap')],
    [true, false, false],
  );
});
