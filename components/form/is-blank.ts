import { type Json, isRawJson } from '#lib/core/json.ts'

/** True for a value that says nothing: null, '', and lists and objects of nothing else. */
export function isBlank(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '') return true
  return (
    typeof value === 'object' &&
    !isRawJson(value) &&
    Object.values(value).every((member) => isBlank(member as Json))
  )
}
