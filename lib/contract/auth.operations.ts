import { z } from 'zod'
import { operation } from './operation.ts'

export const authOperations = {
  createToken: operation({
    id: 'createToken',
    method: 'POST',
    path: '/api/auth/v2/token',
    body: z.looseObject({ client_id: z.string(), client_secret: z.string() }),
    ok: z.looseObject({ access_token: z.string(), expires_in: z.number(), token_type: z.string() }),
    errors: ['UnauthorizedError', 'HttpRequestValidationsError'],
    source: 'companion',
    tag: 'Authentication',
    summary:
      'Exchanges client credentials, sent as JSON or as a form, for a bearer token; expires_in is in seconds.',
  }),
}
