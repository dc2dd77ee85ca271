import { fieldLabel } from '#lib/contract/field-labels.ts'
import { wireValue } from '#lib/contract/wire-words.ts'
import { isJsonObject, type Json } from '#lib/core/json.ts'

/**
 * A value at a wire path in words, in as many lines as it takes: an object by its members, a list
 * of objects by its rows.
 */
export function valueLines(path: string, value: Json | undefined): string[] {
  if (Array.isArray(value) && value.some((item) => isJsonObject(item))) {
    return value.map(
      (item, index) =>
        `${index + 1}. ${isJsonObject(item) ? memberWords(item).slice(0, 5).join(', ') : wireValue('', item)}`,
    )
  }
  if (isJsonObject(value)) return memberWords(value)
  return [wireValue(path, value)]
}

function memberWords(value: { [name: string]: Json }): string[] {
  const members = Object.entries(value).filter(
    ([, member]) => !isNothing(member) && !(Array.isArray(member) && member.length === 0),
  )
  return members.map(
    ([name, member]) =>
      `${fieldLabel(name)}: ${isJsonObject(member) ? memberWords(member).join(', ') : wireValue(name, member)}`,
  )
}

// Null, missing and empty are one thing to the person who cleared a field.
function isNothing(value: Json | undefined): boolean {
  return value === null || value === undefined || value === ''
}
