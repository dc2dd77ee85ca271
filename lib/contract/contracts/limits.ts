// Without schemas, so that the browser's worker can import the limits without the schema library.

/** One request adds or removes at most 100,000 rendering providers (Limits). */
export const maxProvidersPerRequest = 100_000
