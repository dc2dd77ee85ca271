import { openApiDocument } from '#lib/contract/openapi.ts'
import { refusalsBeside } from './beside-refusals.ts'
import { fidelityNotes } from './fidelity-notes.ts'
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
