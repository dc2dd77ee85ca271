import { errors, type ErrorContent, type ErrorName } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { Issue } from '#lib/core/result.ts'

/** An error answer: an HTTP status and the envelope `{errorName, content}`. Handlers throw it. */
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

/** A refusal with one of the contract's error names and its status. */
export function refuse<N extends ErrorName>(name: N, content: ErrorContent<N>): Refusal {
  return new Refusal(errors[name].status, name, content)
}

/** 422 HttpRequestValidationsError with one entry for each issue; `fieldName` is the wire path. */
export function refuseFields(issues: readonly Issue[]): Refusal {
  return refuse(
    'HttpRequestValidationsError',
    issues.map(({ path, message }) => ({
      fieldName: path || 'body',
      humanReadableMessage: message,
    })),
  )
}

/**
 * Gives a refusal of fields the error name that the description lists for the operation. If the
 * operation lists UnprocessableEntityError but not HttpRequestValidationsError, the message names
 * the fields. Other errors are unchanged. ASSUMED: malformed-requests
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
    message: fields
      .map(({ fieldName, humanReadableMessage }) => `${fieldName}: ${humanReadableMessage}`)
      .join('; '),
  })
}

/** 404: no record has this id, or the key may not see it. */
export function notFound(id: string): Refusal {
  return refuse('EntityNotFoundError', { id })
}

/**
 * Refusals that the description does not list.
 * ASSUMED: unnamed-refusals
 */
export const transportRefusals = {
  unauthenticated: (message = 'A valid bearer key is required.') =>
    new Refusal(401, 'UnauthenticatedError', { message }),
  badRequest: (message: string) => new Refusal(400, 'BadRequestError', { message }),
  noSuchPath: () => new Refusal(404, 'NotFoundError', { message: 'Path not found.' }),
  wrongMethod: (allowed: readonly string[]) =>
    new Refusal(405, 'MethodNotAllowedError', {
      message: `This path allows ${allowed.join(', ')} only.`,
    }),
  tooLarge: (bytes: number) =>
    new Refusal(413, 'PayloadTooLargeError', {
      message: `A body may have at most ${bytes} bytes.`,
    }),
  notJson: () =>
    new Refusal(415, 'UnsupportedMediaTypeError', {
      message: 'The body must be JSON with the content type application/json.',
    }),
  headTooLarge: (bytes: number) =>
    new Refusal(431, 'RequestHeaderFieldsTooLargeError', {
      message: `The URL and headers of a request may have at most ${bytes} bytes together.`,
    }),
  notBuilt: (operationId: string) =>
    new Refusal(501, 'NotImplementedError', { message: `${operationId} is not implemented.` }),
  internal: () =>
    new Refusal(500, 'InternalError', {
      message: 'The sandbox had an internal error. Its log shows the cause.',
    }),
}
