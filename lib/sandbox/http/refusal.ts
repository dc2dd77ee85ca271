import { errors, type ErrorContent, type ErrorName } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { Issue } from '#lib/core/result.ts'

/** A refusal on its way to the client: an HTTP status and the envelope `{errorName, content}`. */
export class Refusal extends Error {
  readonly status: number
  readonly errorName: string
  readonly content: unknown

  constructor(status: number, errorName: string, content: unknown) {
    super(errorName)
    this.status = status
    this.errorName = errorName
    this.content = content
  }

  /** The JSON text of the envelope. */
  body(): string {
    return JSON.stringify({ errorName: this.errorName, content: this.content })
  }
}

/** A refusal by one of the contract's names, with that name's status. */
export function refuse<N extends ErrorName>(name: N, content: ErrorContent<N>): Refusal {
  return new Refusal(errors[name].status, name, content)
}

/** 422 HttpRequestValidationsError: one entry an issue, `fieldName` being the wire path. */
export function refuseFields(issues: readonly Issue[]): Refusal {
  return refuse(
    'HttpRequestValidationsError',
    issues.map(({ path, message }) => ({ fieldName: path || 'body', humanReadableMessage: message })),
  )
}

/**
 * A refusal of fields by the name that the description lists for the operation: where that is UnprocessableEntityError
 * and not HttpRequestValidationsError, its message names the fields. Any other error stays as it is.
 * ASSUMED: malformed-requests
 */
export function asListed(operation: Pick<Operation, 'errors'>, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.errorName !== 'HttpRequestValidationsError') return error
  if (
    operation.errors.includes('HttpRequestValidationsError') ||
    !operation.errors.includes('UnprocessableEntityError')
  )
    return error
  const fields = error.content as ErrorContent<'HttpRequestValidationsError'>
  return refuse('UnprocessableEntityError', {
    message: fields.map(({ fieldName, humanReadableMessage }) => `${fieldName}: ${humanReadableMessage}`).join('; '),
  })
}

/** 404: nothing has this id, or nothing that the key may see. */
export function notFound(id: string): Refusal {
  return refuse('EntityNotFoundError', { id })
}

/**
 * The refusals that the description does not name.
 * ASSUMED: unnamed-refusals
 */
export const transportRefusals = {
  unauthenticated: (message = 'A valid bearer key is needed.') => new Refusal(401, 'UnauthenticatedError', { message }),
  badRequest: (message: string) => new Refusal(400, 'BadRequestError', { message }),
  noSuchPath: () => new Refusal(404, 'NotFoundError', { message: 'There is nothing at this path.' }),
  wrongMethod: (allowed: readonly string[]) =>
    new Refusal(405, 'MethodNotAllowedError', { message: `This path takes ${allowed.join(', ')}.` }),
  tooLarge: (bytes: number) =>
    new Refusal(413, 'PayloadTooLargeError', { message: `A body may hold ${bytes} bytes at most.` }),
  notJson: () =>
    new Refusal(415, 'UnsupportedMediaTypeError', { message: 'The body must be JSON and say so: application/json.' }),
  headTooLarge: (bytes: number) =>
    new Refusal(431, 'RequestHeaderFieldsTooLargeError', {
      message: `The address and the headers of a request may hold ${bytes} bytes at most together.`,
    }),
  notBuilt: (operationId: string) =>
    new Refusal(501, 'NotImplementedError', { message: `${operationId} is not built yet` }),
  internal: () => new Refusal(500, 'InternalError', { message: 'The sandbox failed; its log says why.' }),
}
