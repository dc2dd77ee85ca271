import { type Json, parseExact } from '#lib/core/json.ts'
import { transportRefusals } from './refusal.ts'

/** The largest body that is read, in bytes. */
export const maxBodyBytes = 20 * 1024 * 1024

/** How deep a body's arrays and objects may nest. */
export const maxBodyDepth = 64

// What is read and thrown away of a body that is too large, so that the client can finish sending and see the answer.
const maxDrainedBytes = 10 * maxBodyBytes

/** A body in two readings: `plain` to check, `exact` to keep (numbers as they were written), and its text. */
export type ReadBody = { text: string; plain: unknown; exact: Json }

/** The text of a request's body; 413 when it is larger than `maxBodyBytes`, with or without a stated length. */
export async function readBodyText(request: Request): Promise<string> {
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size <= maxBodyBytes) chunks.push(part.value)
    else chunks.length = 0
    if (size > maxDrainedBytes) break
  }
  if (size > maxBodyBytes) throw transportRefusals.tooLarge(maxBodyBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw transportRefusals.badRequest('The body is not UTF-8 text.')
  }
}

/** Parses a JSON body; 400 when it is empty, malformed, too deep, or names `__proto__`. */
export function parseBody(text: string): ReadBody {
  if (text.trim() === '') throw transportRefusals.badRequest('A JSON body is needed.')
  if (depthOf(text) > maxBodyDepth)
    throw transportRefusals.badRequest(`The body nests deeper than ${maxBodyDepth} levels.`)
  try {
    return { text, plain: JSON.parse(text), exact: parseExact(text) }
  } catch (error) {
    const isProto = error instanceof SyntaxError && error.message.includes('__proto__ is not allowed')
    throw transportRefusals.badRequest(
      isProto ? 'The member name __proto__ is not allowed.' : 'The body is not valid JSON.',
    )
  }
}

/** How deep arrays and objects nest in JSON text, found without parsing it. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 92) i += 1
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === 125 || code === 93) depth -= 1
  }
  return deepest
}
