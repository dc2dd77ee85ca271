import 'server-only'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'

/** The object that JSON text holds, numbers as written; undefined for anything else. */
export function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseExact(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
