import { pathLabel } from '#lib/contract/field-labels.ts'
import { valueAt } from '#components/form/record-context.tsx'
import { isJsonObject, type Json, type JsonObject } from '#lib/core/json.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import type { Conflict, Unit } from '#lib/rules/merge/merge-three.ts'

/**
 * What a place is called that two people changed: a line with its procedure and date, a diagnosis
 * with its letter and code. `mine` is the body that was to be saved, in which the conflicts count
 * rows; a row that it lacks is known by what somebody else has, or what was loaded.
 */
export function conflictLabel(mine: JsonObject): (conflict: Conflict) => string {
  return ({ path, theirs, base, unit }) => {
    const placeLabel = (at: string) => (unit ? unitLabel(at, unit) : pathLabel(at))
    const [, at, list, place, field] =
      /^(data\.(service_lines|diagnoses)\.(\d+))(?:\.(.+))?$/.exec(path) ?? []
    if (at === undefined) return placeLabel(path)
    const own = valueAt(mine, at)
    const row = own !== undefined || field !== undefined ? own : (theirs ?? base)
    const name =
      list === 'diagnoses'
        ? diagnosisName(Number(place), own === undefined, row)
        : lineName(Number(place), own === undefined, row)
    return field === undefined ? name : `${name} · ${placeLabel(field)}`
  }
}

const unitWords: { [unit in Unit]: string } = {
  card: 'Payer, plan, member ID and group',
  provider: 'NPI, name and taxonomy code',
  person: 'Name, birth date and gender',
  service: 'Procedure, modifiers, drug, diagnoses, quantity, units and charge',
}
const subscriberWords = 'Name, birth date, gender and relationship'

// The path ends in one member of the unit; its label names them all.
function unitLabel(path: string, unit: Unit): string {
  const around = path.slice(0, Math.max(path.lastIndexOf('.'), 0))
  const words =
    unit === 'person' && around.includes('subscriber_') ? subscriberWords : unitWords[unit]
  return [around && pathLabel(around), words].filter(Boolean).join(' · ')
}

function lineName(place: number, isGone: boolean, row: Json | undefined): string {
  const date = textIn(row, 'date_of_service')
  const known = [textIn(row, 'procedure_code'), date && formatLocalDate(date, { weekday: false })]
    .filter(Boolean)
    .join(', ')
  return named(isGone ? 'Service line you don’t have' : `Service line ${place + 1}`, known)
}

function diagnosisName(place: number, isGone: boolean, row: Json | undefined): string {
  return named(
    isGone ? 'Diagnosis you don’t have' : `Diagnosis ${letterOf(place)}`,
    textIn(row, 'code'),
  )
}

function named(words: string, known: string | undefined): string {
  return known ? `${words} (${known})` : words
}

function textIn(row: Json | undefined, name: string): string | undefined {
  const text = isJsonObject(row) ? row[name] : undefined
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}
