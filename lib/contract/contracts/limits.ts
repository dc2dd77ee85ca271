// Without schemas, so that the browser's worker can know them without the library behind those.

/** At most 100,000 rendering providers are added or removed by one request (Limits). */
export const maxProvidersPerRequest = 100_000
