import { CandidApiClient } from 'candidhealth'

/** The published client on a sandbox, as an EHR would use it. */
export type PublishedClient = { client: CandidApiClient }

type Credentials = { token: string } | { clientId: string; clientSecret: string }

/** Opens the partner's published client on `url`. It throws on an answer that it cannot parse. */
export function openPublishedClient(
  url: string,
  credentials: Credentials = { token: 'sandbox-full' },
): PublishedClient {
  return {
    client: new CandidApiClient({ ...credentials, environment: { candidApi: url, preEncounter: url }, maxRetries: 0 }),
  }
}
