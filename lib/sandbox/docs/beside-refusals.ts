import type { ErrorName } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { readsByPost } from '#lib/sandbox/http/operation-route.ts'
import { asListed, refuseFields } from '#lib/sandbox/http/refusal.ts'

type Beside = { why: string; names: (operation: Operation) => ErrorName[] }

const writes = ({ id, method }: Operation) => method !== 'GET' && !readsByPost.includes(id)

// Each with the assumption of FIDELITY.md, or the rule of the description, that it comes from.
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

/**
 * The names by which the sandbox refuses beside those of an operation's descriptor. The served document lists them, and
 * the answers in all tests are held to them.
 */
export function refusalsBeside(operation: Operation): ErrorName[] {
  const names = beside.flatMap((each) => each.names(operation))
  return [...new Set(names)].filter((name) => !operation.errors.includes(name))
}
