import { type Json, parseExact } from '#lib/core/json.ts'
import { transportRefusals } from './refusal.ts'

/** The largest body that is read, in bytes. */
const maxBodyBytes = 20 * 1024 * 1024

/** The greatest nesting depth of a body's arrays and objects. */
const maxBodyDepth = 64

// A body that is too large is read up to this size and dropped, so that the client finishes sending
// and reads the answer.
const maxDrainedBytes = 10 * maxBodyBytes

/**
 * A body's text, parsed twice: `plain` is checked, `exact` is stored and keeps numbers as the
 * client wrote them.
 */
export type ReadBody = { text: string; plain: unknown; exact: Json }

/**
 * The text of a request's body; 413 if it is larger than `maxBodyBytes`, whatever content length
 * the request states.
 */
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

/**
 * Parses a JSON body; 400 if it is empty, malformed, nested too deeply or has a member `__proto__`.
 */
export function parseBody(text: string): ReadBody {
  if (text.trim() === '') throw transportRefusals.badRequest('A JSON body is required.')
  if (isTooDeep(text))
    throw transportRefusals.badRequest(`The body nests deeper than ${maxBodyDepth} levels.`)
  try {
    return { text, plain: JSON.parse(text), exact: parseExact(text) }
  } catch (error) {
    const isProto =
      error instanceof SyntaxError && error.message.includes('__proto__ is not allowed')
    throw transportRefusals.badRequest(
      isProto ? 'The member name __proto__ is not allowed.' : 'The body is not valid JSON.',
    )
  }
}

/** True for JSON text that nests deeper than a body may. */
export function isTooDeep(text: string): boolean {
  return depthOf(text) > maxBodyDepth
}

/** The nesting depth of arrays and objects in JSON text, counted without parsing. */
function depthOf(text: string): number {
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
