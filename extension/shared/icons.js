// @ts-check
/** Draws small icons for buttons, 16 by 16, in the text colour. They are decorative: buttons are named in words. */

const SVG = 'http://www.w3.org/2000/svg';

const ENVELOPE = 'M2.2 4h11.6v8.2H2.2zM2.6 4.4 8 8.8l5.4-4.4';
/** @type {Record<string, string>} */
const PATHS = {
  home: 'M2.5 7.5 8 2.8l5.5 4.7M4 6.6v6.6h8V6.6M6.7 13.2V9.4h2.6v3.8',
  contact: ENVELOPE,
  contentinfo: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 7.4v3.4M8 5v.2',
  search: 'M7 2.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8M10.3 10.3l3.4 3.4',
  chevron: 'M6 4l4 4-4 4',
  previous: 'M10 3.5 5.5 8l4.5 4.5',
  next: 'M6 3.5 10.5 8 6 12.5',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13.2 2.2v2.9h-2.9',
  stop: 'M4.2 4.2h7.6v7.6H4.2z',
  language:
    'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M2.4 8h11.2M8 2.2c3.4 3.6 3.4 8 0 11.6M8 2.2c-3.4 3.6-3.4 8 0 11.6',
  settings: 'M3 4.5h6M12 4.5h1M3 11.5h1M7 11.5h6M10.5 2.9v3.2M5.5 9.9v3.2',
  sidebar: 'M2.2 3h11.6v10H2.2zM6.6 3v10M3.8 5.6h1.2M3.8 8h1.2',
  loop: 'M4 6.2A4.4 4.4 0 0 1 12 6M12.2 3.4V6.2H9.4M12 9.8A4.4 4.4 0 0 1 4 10M3.8 12.6V9.8h2.8',
  mail: ENVELOPE,
  phone:
    'M3.6 2.6h2.2l1.1 2.8-1.5 1.1a7.6 7.6 0 0 0 4.1 4.1l1.1-1.5 ' +
    '2.8 1.1v2.2c0 .6-.5 1-1.1 1A9.8 9.8 0 0 1 2.6 3.7c0-.6.4-1.1 1-1.1z',
  nowhere: 'M8 2.4a5.6 5.6 0 1 0 0 11.2A5.6 5.6 0 0 0 8 2.4M4 12 12 4',
  link:
    'M6.8 9.2 9.2 6.8M7.4 4.9l1.7-1.7a2.6 2.6 0 0 1 3.7 3.7l-1.7 1.7' +
    'M8.6 11.1l-1.7 1.7a2.6 2.6 0 0 1-3.7-3.7l1.7-1.7',
  feed: 'M3.4 12.6h.01M3.2 8.4a4.4 4.4 0 0 1 4.4 4.4M3.2 3.6a9.2 9.2 0 0 1 9.2 9.2',
  map: 'M2.6 3.4h5M5 3.4v8.4h2.4M5 7.6h2.4M9 7.6h4.4M9 11.8h4.4',
  leads: 'M3 8h9.6M8.8 4.2 12.6 8l-3.8 3.8',
  away: 'M6.4 3.4H3.2v9.4h9.4V9.6M9 3h4v4M13 3 7.6 8.4',
  change: 'M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2zM9.4 4.4l2.2 2.2',
  more: 'M4 8h.01M8 8h.01M12 8h.01',
  here: 'M8 3.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8M8 1.4v3.2M8 11.4v3.2M1.4 8h3.2M11.4 8h3.2',
  copy: 'M5.6 5.6h7.6v7.6H5.6zM10.4 5.6V2.8H2.8v7.6h2.8',
  close: 'M4 4l8 8M12 4l-8 8',
  role: 'M8 2.4l1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11.2l-3.5 1.9.8-3.9L2.4 6.5l3.9-.5z',
};

/** Return the icon with a name. @param {string} name @returns {SVGSVGElement} */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name] ?? PATHS.role ?? '');
  svg.append(path);
  return svg;
}

/** Insert the icons that a page names by `data-icon`. */
export function placeIcons() {
  for (const place of document.querySelectorAll('[data-icon]'))
    place.prepend(icon(place.getAttribute('data-icon') ?? ''));
}
