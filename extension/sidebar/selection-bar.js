// @ts-check
/** Shows the number of selected rows above the foot, with commands for them. */
import { command, openMenu } from '../shared/menu.js';
import { byId, hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';
import { rowsInView } from './sections.js';
import { FORMS } from './row-menu.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/link-data.js').Form} Form */
/** @typedef {{open(rows: Row[]): void, copy(rows: Row[], form: Form): void, clear(): void}} SelectionActions */

export class SelectionBar {
  /** @param {SelectionActions} actions */
  constructor(actions) {
    /** @type {Row[]} */
    this.rows = [];
    const copy = byId('selection-copy');
    byId('selection-open').addEventListener('click', () => actions.open(this.rows));
    copy.addEventListener('click', () => {
      const forms = /** @type {[Form, string][]} */ ([['address', 'copyAddress'], ...FORMS]);
      openMenu(
        copy,
        text('copyButton'),
        forms.map(([form, label]) => command(text(label), () => actions.copy(this.rows, form))),
      );
    });
    byId('selection-end').addEventListener('click', actions.clear);
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    byId('selection-count').textContent = rows.length ? text('selectedCount', rows.length) : '';
    hide(byId('selection'), rows.length === 0, rowsInView());
  }
}
