import { codeWord } from '#lib/contract/codes/code-words.ts'
import { placeName } from '#components/form/states/state-tiles.ts'
import { valueLines } from '#components/form/reading/value-words.ts'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import { formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { insuranceLines } from '#lib/rules/contract-edit/contract-terms.ts'

/** A term of a contract at its wire path, in words. */
export function termLines(path: string, value: Json | undefined): string[] {
  if (path === 'regions') return [regionWords(value)]
  if (Object.hasOwn(insuranceLines, path)) return [insuranceTypeWords(value)]
  if (path === 'contract_status' && typeof value === 'string') return [codeWord(path, value)]
  if (typeof value === 'string' && isLocalDate(value))
    return [formatLocalDate(value, { year: true })]
  if (path === 'expiration_date' && (value === null || value === undefined)) return ['No end']
  return valueLines(path, value)
}

/** The regions of a contract: "National", "California, Oregon". */
export function regionWords(regions: Json | undefined): string {
  if (!isJsonObject(regions)) return 'Not provided'
  if (regions.type === 'national') return 'National'
  if (regions.type !== 'states' || !Array.isArray(regions.states)) return JSON.stringify(regions)
  return (
    regions.states
      .map((code) => (typeof code === 'string' ? placeName(code) : JSON.stringify(code)))
      .join(', ') || 'No state'
  )
}

/** The insurance types of one line of business: all, none, or a list. */
export function insuranceTypeWords(types: Json | undefined): string {
  if (!isJsonObject(types)) return 'Not provided'
  if (types.type === 'allApply') return 'All types'
  if (types.type === 'noneApply') return 'None'
  return types.type === 'theseApply' && Array.isArray(types.value)
    ? types.value.join(', ') || 'None'
    : JSON.stringify(types)
}
