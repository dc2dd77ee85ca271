import 'server-only'
import { isJsonObject, type Json, type JsonObject } from '#lib/core/json.ts'

/** What is wrong with a value that a schema does not take, for a person: it is not there, or it is something else. */
export function formWords(body: JsonObject, path: readonly PropertyKey[]): string {
  let at: Json | undefined = body
  for (const name of path)
    at = Array.isArray(at)
      ? at[Number(name)]
      : isJsonObject(at) && Object.hasOwn(at, name)
        ? at[String(name)]
        : undefined
  return at === undefined || at === null || at === '' ? 'This is needed.' : 'This value has the wrong form.'
}
