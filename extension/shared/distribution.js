// @ts-check
/**
 * Constants that differ between distributions. The checkout and the stores have this file; a package that includes the
 * host replaces it.
 */

/** Whether an administrator installed extension and host together, for all users of the computer. */
export const IS_INSTALLED_WITH_HOST = false;
