/** A browser API without behaviour, for modules that only name it; import it first. */
/** @type {any} */
const nothing = new Proxy(function nothing() {}, {
  get: (_, name) => (name === 'then' ? undefined : nothing),
  apply: () => undefined,
});
globalThis.chrome = nothing;
