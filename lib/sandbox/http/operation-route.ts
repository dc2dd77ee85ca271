import type { Operation } from '#lib/contract/operation.ts'
import type { OperationId } from '#lib/contract/operations.ts'
import type { Caller } from './api-keys.ts'
import { checkRequest } from './check-input.ts'
import type { Call, Handler, Sandbox } from './handler.ts'
import { type ReadBody, parseBody } from './read-body.ts'
import { asListed, notFound, refuse, transportRefusals } from './refusal.ts'

/** A request to one operation, with its body text and the caller of its API key. */
export type Arrived = {
  params: Record<string, string>
  search: URLSearchParams
  bodyText: string
  contentType: string
  caller: Caller | undefined
}

// These operations use POST but change nothing, so a read-only key may call them.
export const readsByPost: readonly string[] = ['createToken', 'findChargeCapturesByMetadata']

const noCaller: Caller = { name: '', mayWrite: false, scope: 'all' }

/**
 * Answers one operation: authenticates, authorizes, decodes and checks the request, then calls the
 * handler. Throws refusals. Returns JSON text, '' for an operation without a response body.
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

async function answer(
  operation: Operation,
  handler: unknown,
  sandbox: Sandbox,
  arrived: Arrived,
): Promise<string> {
  const { caller } = arrived
  if (!caller && operation.id !== 'createToken') throw transportRefusals.unauthenticated()
  if (
    caller &&
    !caller.mayWrite &&
    operation.method !== 'GET' &&
    !readsByPost.includes(operation.id)
  ) {
    throw refuse('UnauthorizedError', { message: 'This key may not write.' })
  }
  if (!handler) throw transportRefusals.notBuilt(operation.id)
  // PostgreSQL text cannot hold NUL, so no record has such an id.
  const odd = Object.values(arrived.params).find((value) => value.includes('\u0000'))
  if (odd !== undefined) throw notFound(odd)
  const body = operation.body ? readBody(operation, arrived) : undefined
  const query = checkRequest(operation, arrived.search, body?.plain)
  // `checkRequest` has checked the input against the descriptor, so it has the operation's types.
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

// Only the token operation takes a form. The content type of an empty body is not checked.
function readBody(operation: Operation, { bodyText, contentType }: Arrived): ReadBody {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (operation.id === 'createToken' && type === 'application/x-www-form-urlencoded') {
    const fields = Object.fromEntries(new URLSearchParams(bodyText))
    return { text: bodyText, plain: fields, exact: fields }
  }
  if (bodyText !== '' && !/^application\/([\w.-]+\+)?json$/.test(type))
    throw transportRefusals.notJson()
  return parseBody(bodyText)
}
