import { readFileSync } from 'node:fs'
import type { ErrorName } from '#lib/contract/errors.ts'
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
 * The OpenAPI document as the sandbox serves it: each operation also lists what the sandbox refuses beside, and says what it
 * assumes where the partner's description is silent. An assumption without a place stands with those about the whole interface.
 */
export function servedDocument(serverUrl: string): Document {
  const document = openApiDocument(serverUrl, refusalsBeside) as Document
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

function withNotes(description: string | undefined, notes: readonly (readonly [string, string])[]): string {
  if (notes.length === 0) return description ?? ''
  const items = notes.map(([key, text]) => `- ${text} (\`${key}\`)`)
  return [description, '**What the sandbox assumes**', items.join('\n')].filter(Boolean).join('\n\n')
}

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

const line = /^- `([a-z0-9]+(?:-[a-z0-9]+)+)`: (\S.*)$/gm

/** The assumptions of FIDELITY.md by their keys, in the order of the file. */
export function fidelityNotes(): Map<string, string> {
  const text = readFileSync(new URL('../FIDELITY.md', import.meta.url), 'utf8')
  return new Map([...text.matchAll(line)].map((match) => [match[1]!, match[2]!]))
}
