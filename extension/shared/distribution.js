// @ts-check
/**
 * What differs between the ways in which the extension is handed out. This is how the checkout and the stores have it; a
 * package that brings the host along writes another file in its place.
 */

/** Whether whoever looks after the computer has installed extension and host together, as one program for all its users. */
export const IS_INSTALLED_WITH_HOST = false;
