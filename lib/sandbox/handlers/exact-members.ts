import { type Json, isJsonObject } from '#lib/core/json.ts'
import { refuseFields } from '#lib/sandbox/http/refusal.ts'

/** The JSON text of a body's member as the client wrote it; null when it is missing or null. */
export function memberText(body: Json, member: string): string | null {
  const value = isJsonObject(body) ? body[member] : undefined
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** 422 for header texts, and texts in lists of the header, that a database cannot hold: those with a NUL character. */
export function checkTexts(body: Record<string, unknown>): void {
  const texts = Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((item: unknown, i) => [`${name}.${i}`, item] as const) : [[name, value] as const],
  )
  const bad = texts.filter(([, value]) => typeof value === 'string' && value.includes('\u0000'))
  if (bad.length > 0) throw refuseFields(bad.map(([path]) => ({ path, message: 'holds a character that is not text' })))
}

/** 422 for required texts that are empty. ASSUMED: required-text-not-empty */
export function checkNotEmpty(body: Record<string, unknown>, members: readonly string[]): void {
  const empty = members.filter((member) => typeof body[member] === 'string' && (body[member] as string).trim() === '')
  if (empty.length > 0) throw refuseFields(empty.map((path) => ({ path, message: 'must not be empty' })))
}
