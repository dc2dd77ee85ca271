// Without `server-only`: the front server, which runs outside Next's bundle, gives each request its
// id.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { processState } from './process-state.ts'

const state = processState<{ requests: AsyncLocalStorage<string | undefined> }>()

// Crockford's base 32: no I, L, O or U, so that people can read an id out on the telephone.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new id of a request or of a job's run: 60 random bits as twelve letters and digits. */
export function newRequestId(): string {
  return Array.from(randomBytes(12), (byte) => letters[byte & 31]).join('')
}

/**
 * Runs `work` as part of the request of this id: its log lines, its calls to the partner and the
 * failures that it returns have the id. Without an id `work` belongs to no request, such as a timer
 * that outlives the request that started it.
 */
export function inRequest<T>(id: string | undefined, work: () => T): T {
  state.requests ??= new AsyncLocalStorage()
  return state.requests.run(id, work)
}

/** The id of the request or of the job's run that this code works for, if it works for one. */
export function requestId(): string | undefined {
  return state.requests?.getStore()
}
