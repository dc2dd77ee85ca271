import { CandidApiClient } from 'candidhealth'

/** The published client for a sandbox. */
export type PublishedClient = { client: CandidApiClient }

type Credentials = { token: string } | { clientId: string; clientSecret: string }

/**
 * Creates the partner's published client for `url`. It throws on an answer that it cannot parse.
 */
export function openPublishedClient(
  url: string,
  credentials: Credentials = { token: 'sandbox-full' },
): PublishedClient {
  return {
    client: new CandidApiClient({
      ...credentials,
      environment: { candidApi: url, preEncounter: url },
      maxRetries: 0,
    }),
  }
}
