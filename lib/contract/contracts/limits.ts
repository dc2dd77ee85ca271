// Without schemas, so that the browser's worker can import the limits without the schema library.

/** One request adds or removes at most 100,000 rendering providers (Limits). */
export const maxProvidersPerRequest = 100_000

/** At most 4,000 rendering providers fit in one version 2 request (Limits). */
export const maxProvidersV2 = 4000
