import { isJsonObject, toNumber, type Json } from '#lib/core/json.ts'
import { formatCents } from '#lib/core/money.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { shortValue } from '#components/form/short-value.ts'

/** A value at a wire path in words: money in dollars, pointers as letters, no value as "nothing". */
export function valueWords(path: string, value: Json | undefined): string {
  if (path.endsWith('_cents')) {
    const cents = toNumber(value)
    if (Number.isSafeInteger(cents)) return formatCents(cents!)
  }
  if (path.endsWith('diagnosis_pointers') && Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((pointer) => letterOf(toNumber(pointer) ?? Number.NaN)).join(' ')
  }
  return isNothing(value) ? 'nothing' : shortValue(value)
}

/** The same in as many lines as it takes: an object by its members, a list of objects by its rows. */
export function valueLines(path: string, value: Json | undefined): string[] {
  if (Array.isArray(value) && value.some((item) => isJsonObject(item))) {
    return value.map(
      (item, index) =>
        `${index + 1}. ${isJsonObject(item) ? memberWords(item).slice(0, 5).join(', ') : valueWords('', item)}`,
    )
  }
  if (isJsonObject(value)) return memberWords(value)
  return [valueWords(path, value)]
}

function memberWords(value: { [name: string]: Json }): string[] {
  const members = Object.entries(value).filter(
    ([, member]) => !isNothing(member) && !(Array.isArray(member) && member.length === 0),
  )
  return members.map(([name, member]) => `${fieldLabel(name)}: ${valueWords(name, member)}`)
}

// Null, missing and empty are one thing to the person who cleared a field.
function isNothing(value: Json | undefined): boolean {
  return value === null || value === undefined || value === ''
}
