import { CandidApiClient } from 'candidhealth'
import { judgeAnswer } from './wire-judge.ts'

/** The published client on a sandbox, and every complaint of the wire schema about what the sandbox answered it. */
export type JudgedClient = { client: CandidApiClient; complaints: string[]; answered: () => number }

type Credentials = { token: string } | { clientId: string; clientSecret: string }

/** Opens the partner's published client on `url`, as an EHR would; each answer is held against the wire schema. */
export function openJudgedClient(url: string, credentials: Credentials = { token: 'sandbox-full' }): JudgedClient {
  const complaints: string[] = []
  let answers = 0
  const judgedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(typeof input === 'string' || input instanceof URL ? input : input.url)
    const body = await response.clone().text()
    answers += 1
    complaints.push(...judgeAnswer(init?.method ?? 'GET', pathname, response.status, body))
    return response
  }
  const client = new CandidApiClient({ ...credentials, environment: { candidApi: url, preEncounter: url }, fetch: judgedFetch, maxRetries: 0 })
  return { client, complaints, answered: () => answers }
}
