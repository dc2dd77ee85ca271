import { readFileSync } from 'node:fs'
import { type ErrorName, errors } from '#lib/contract/errors.ts'
import { openApiDocument } from '#lib/contract/openapi.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { readsByPost } from '#lib/sandbox/http/operation-route.ts'
import { asListed, refuseFields } from '#lib/sandbox/http/refusal.ts'
import { notePlaces } from './note-places.ts'

type Described = { operationId: string; description?: string }
type Document = ReturnType<typeof openApiDocument> & {
  info: { description: string }
  paths: Record<string, Record<string, Described>>
}

/**
 * The OpenAPI document that the sandbox serves. Each operation also lists the sandbox's additional
 * refusals and the assumptions that fill gaps in the partner's description. An assumption without
 * an operation is listed for the whole API.
 */
export function servedDocument(serverUrl: string): Document {
  const document = openApiDocument(serverUrl, refusalsOf) as Document
  const notes = [...fidelityNotes()]
  const general = notes.filter(([key]) => (notePlaces[key] ?? 'everywhere') === 'everywhere')
  document.info.description = withNotes(document.info.description, general)
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      const own = notes.filter(([key]) =>
        (notePlaces[key] as readonly string[] | undefined)?.includes(operation.operationId),
      )
      operation.description = withNotes(operation.description, own)
    }
  }
  return document
}

function withNotes(
  description: string | undefined,
  notes: readonly (readonly [string, string])[],
): string {
  if (notes.length === 0) return description ?? ''
  const items = notes.map(([key, text]) => `- ${text} (\`${key}\`)`)
  return [description, '**What the sandbox assumes**', items.join('\n')]
    .filter(Boolean)
    .join('\n\n')
}

type Beside = { why: string; names: (operation: Operation) => ErrorName[] }

const writes = ({ id, method }: Operation) => method !== 'GET' && !readsByPost.includes(id)

// Each refusal follows from an assumption in FIDELITY.md or a rule of the description.
const beside: readonly Beside[] = [
  {
    why: 'a key that may only read (UnauthorizedError is what the description lists where it lists anything)',
    names: (operation) => (writes(operation) ? ['UnauthorizedError'] : []),
  },
  {
    why: 'malformed-requests',
    names: (operation) =>
      operation.query || operation.body
        ? [asListed(operation, refuseFields([])) as { errorName: ErrorName }].map(
            ({ errorName }) => errorName,
          )
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
 * The error names that the sandbox uses in addition to those of an operation's descriptor. The
 * served document lists them. All tests check the sandbox's answers against them.
 */
export function refusalsBeside(operation: Operation): ErrorName[] {
  const names = beside.flatMap((each) => each.names(operation))
  return [...new Set(names)].filter((name) => !operation.errors.includes(name))
}

// A 500 is a failure of the sandbox, not a refusal of one operation. Only the published client's
// type of one list names it.
function refusalsOf(operation: Operation): ErrorName[] {
  return [...operation.errors, ...refusalsBeside(operation)].filter(
    (name) => errors[name].status < 500,
  )
}

const line = /^- `([a-z0-9]+(?:-[a-z0-9]+)+)`: (\S.*)$/gm

/** The assumptions of FIDELITY.md by key, in the order of the file. */
export function fidelityNotes(): Map<string, string> {
  const text = readFileSync(new URL('../FIDELITY.md', import.meta.url), 'utf8')
  return new Map([...text.matchAll(line)].map((match) => [match[1]!, match[2]!]))
}
