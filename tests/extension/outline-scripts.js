// @ts-check
/** The content scripts that read the headings and menus of a page, in the order in which they need one another. */
export const OUTLINE_SCRIPTS = [
  'visible-text',
  'flat-tree',
  'roles',
  'names',
  'menu-elements',
  'frames',
  'menu-levels',
  'menu-listing',
  'menus',
  'headings',
  'outline',
];

/** Load them into the page of the test. */
export async function loadOutlineScripts() {
  for (const name of OUTLINE_SCRIPTS) await import(`../../extension/content/${name}.js`);
}
