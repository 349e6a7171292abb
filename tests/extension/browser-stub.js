/** A browser of nothing, so that modules which name its API can be loaded; imported first. */
const nothing = new Proxy(function nothing() {}, { get: (_, name) => (name === 'then' ? undefined : nothing), apply: () => undefined });
globalThis.chrome = nothing;
