import { type ErrorName, errors } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { readsByPost } from '#lib/sandbox/http/operation-route.ts'
import { asListed, refuseFields, transportRefusals } from '#lib/sandbox/http/refusal.ts'

type Beside = { why: string; names: (operation: Operation) => ErrorName[] }

const writes = ({ id, method }: Operation) => method !== 'GET' && !readsByPost.includes(id)

/**
 * What the sandbox refuses beside the names of an operation's descriptor, each with the assumption of FIDELITY.md, or
 * the rule of the description, that it comes from. The one list that answers in all tests are held to.
 */
const beside: readonly Beside[] = [
  {
    why: 'a key that may only read (UnauthorizedError is what the description lists where it lists anything)',
    names: (operation) => (writes(operation) ? ['UnauthorizedError'] : []),
  },
  {
    why: 'malformed-requests',
    names: (operation) =>
      operation.query || operation.body
        ? [asListed(operation, refuseFields([])) as { errorName: ErrorName }].map(({ errorName }) => errorName)
        : [],
  },
  {
    why: 'contract-path-not-found, out-of-scope-not-found',
    names: ({ params }) => (params ? ['EntityNotFoundError'] : []),
  },
  {
    why: 'contract-expiration-on-create',
    names: (operation) =>
      operation.id.startsWith('createContractV') ? ['ContractInvalidExpirationDateHttpError'] : [],
  },
]

// Refusals of what carries an operation, with the operations that can give them. ASSUMED of all: unnamed-refusals.
const transport: readonly (readonly [
  refusal: { status: number; errorName: string },
  of: (operation: Operation) => boolean,
])[] = [
  [transportRefusals.unauthenticated(), () => true],
  [transportRefusals.badRequest(''), ({ body }) => body !== undefined],
  [transportRefusals.notJson(), ({ body }) => body !== undefined],
  [transportRefusals.tooLarge(0), ({ method }) => method !== 'GET'],
]

/** Every error name that the sandbox may answer an operation with, and its status. */
export function allowedRefusals(operation: Operation): Map<string, number> {
  const names = [...operation.errors, ...beside.flatMap((each) => each.names(operation))]
  return new Map([
    ...names.map((name) => [name as string, errors[name].status] as const).filter(([, status]) => status < 500),
    ...transport.filter(([, of]) => of(operation)).map(([{ errorName, status }]) => [errorName, status] as const),
  ])
}

/** The refusals of paths and methods that no operation has, with their status. */
export const pathRefusals = new Map(
  [transportRefusals.noSuchPath(), transportRefusals.wrongMethod([])].map(({ errorName, status }) => [
    errorName,
    status,
  ]),
)
