import { client, issueToken, tokenSeconds } from './api-keys.ts'
import type { Handler } from './handler.ts'
import { transportRefusals } from './refusal.ts'

/** Issues a bearer token for client credentials; 401 if they are wrong. */
export const createToken: Handler<'createToken'> = async ({ sandbox, input: { body } }) => {
  const access_token = issueToken(body.client_id, body.client_secret, sandbox.secret, sandbox.now())
  if (access_token === undefined)
    throw transportRefusals.unauthenticated(
      `Wrong client credentials. The sandbox accepts the client id ${client.id} with the secret ${client.secret}.`,
    )
  return JSON.stringify({ access_token, expires_in: tokenSeconds, token_type: 'Bearer' })
}
