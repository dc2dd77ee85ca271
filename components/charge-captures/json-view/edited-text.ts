import { valueAt } from '#components/form/record-context.tsx'
import { faultWords, jsonFault } from '#lib/core/json-fault.ts'
import { type JsonObject, isJsonObject, parseExact, sameJson } from '#lib/core/json.ts'
import type { Result } from '#lib/core/result.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

/** Members that cannot be edited, and why. */
export type Locks = { paths: ReadonlySet<string>; why: string }

/** An error in a text, and its offset. */
export type TextProblem = { message: string; at: number }

/**
 * The record that a person wrote as JSON. Header fields that they left out stay as they were
 * loaded: a partner keeps what an update does not name. Anything but an update's own members is
 * refused rather than dropped.
 */
export function editedText(
  text: string,
  base: JsonObject,
  shape: ObjectShape,
  locks?: Locks,
): Result<JsonObject, TextProblem> {
  const fault = jsonFault(text)
  if (fault)
    return problem(
      faultWords(fault),
      text
        .split('\n')
        .slice(0, fault.line - 1)
        .join('\n').length +
        fault.column -
        (fault.line === 1 ? 1 : 0),
    )
  const value = parseExact(text)
  if (!isJsonObject(value)) return problem('Enter a JSON object: { … }.', 0)
  const stranger = Object.keys(value).find((name) => !Object.hasOwn(shape.members, name))
  if (stranger !== undefined)
    return problem(
      `${JSON.stringify(stranger)} isn’t a field of an update. Use: ${Object.keys(shape.members).join(', ')}.`,
      text.indexOf(JSON.stringify(stranger)),
    )
  if (Object.hasOwn(value, 'data') && !isJsonObject(value.data))
    return problem('"data" must be a JSON object: { … }.', Math.max(0, text.indexOf('"data"')))
  const next = { ...base, ...value }
  const locked = [...(locks?.paths ?? [])].find(
    (path) => !sameJson(valueAt(base, path) ?? null, valueAt(next, path) ?? null),
  )
  if (locked !== undefined)
    return problem(
      `You can’t edit ${locked}. ${locks!.why}`,
      text.indexOf(JSON.stringify(locked.split('.').at(-1))),
    )
  return { ok: true, value: next }
}

function problem(message: string, at: number): Result<JsonObject, TextProblem> {
  return { ok: false, error: { message, at: Math.max(0, at) } }
}
