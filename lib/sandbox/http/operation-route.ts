import type { Operation } from '#lib/contract/operation.ts'
import type { OperationId } from '#lib/contract/operations.ts'
import type { Caller } from './api-keys.ts'
import { checkRequest } from './check-input.ts'
import type { Call, Handler, Sandbox } from './handler.ts'
import { type ReadBody, parseBody } from './read-body.ts'
import { asListed, notFound, refuse, transportRefusals } from './refusal.ts'

/** A request to one operation, its body read and its key looked up. */
export type Arrived = {
  params: Record<string, string>
  search: URLSearchParams
  bodyText: string
  contentType: string
  caller: Caller | undefined
}

// These post a question, not a change.
export const readsByPost: readonly string[] = ['createToken', 'findChargeCapturesByMetadata']

const noCaller: Caller = { name: '', mayWrite: false, scope: 'all' }

/**
 * Answers one operation: authenticates, permits, decodes, checks, then calls its handler. Throws refusals.
 * The answer is JSON text, '' for an operation without a body.
 */
export async function answerOperation(
  operation: Operation,
  handler: unknown,
  sandbox: Sandbox,
  arrived: Arrived,
): Promise<string> {
  return answer(operation, handler, sandbox, arrived).catch((error: unknown) => {
    throw asListed(operation, error)
  })
}

async function answer(operation: Operation, handler: unknown, sandbox: Sandbox, arrived: Arrived): Promise<string> {
  const { caller } = arrived
  if (!caller && operation.id !== 'createToken') throw transportRefusals.unauthenticated()
  if (caller && !caller.mayWrite && operation.method !== 'GET' && !readsByPost.includes(operation.id)) {
    throw refuse('UnauthorizedError', { message: 'This key may not write.' })
  }
  if (!handler) throw transportRefusals.notBuilt(operation.id)
  // A database's text cannot hold NUL, so nothing has such an id.
  const odd = Object.values(arrived.params).find((value) => value.includes('\u0000'))
  if (odd !== undefined) throw notFound(odd)
  const body = operation.body ? readBody(operation, arrived) : undefined
  const query = checkRequest(operation, arrived.search, body?.plain)
  // The descriptor has checked params, query and body, so the call has its operation's types.
  const call = {
    operationId: operation.id,
    sandbox,
    caller: caller ?? noCaller,
    input: { params: arrived.params, query, body: body?.plain },
    exact: body?.exact ?? null,
  } as unknown as Call<OperationId>
  const text = await (handler as Handler<OperationId>)(call)
  return operation.ok ? text : ''
}

// Only the token operation is described with a form. A body that is empty has no type to hold it to.
function readBody(operation: Operation, { bodyText, contentType }: Arrived): ReadBody {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (operation.id === 'createToken' && type === 'application/x-www-form-urlencoded') {
    const fields = Object.fromEntries(new URLSearchParams(bodyText))
    return { text: bodyText, plain: fields, exact: fields }
  }
  if (bodyText !== '' && !/^application\/([\w.-]+\+)?json$/.test(type)) throw transportRefusals.notJson()
  return parseBody(bodyText)
}
