import { type Json, isJsonObject } from '#lib/core/json.ts'

/** The JSON text of a body's member as the client wrote it; null when it is missing or null. */
export function memberText(body: Json, member: string): string | null {
  const value = isJsonObject(body) ? body[member] : undefined
  return value === undefined || value === null ? null : JSON.stringify(value)
}
