import { stateNames } from '#lib/contract/codes/state-names.ts'
import { folded } from '#lib/core/folded.ts'
import { bareCell } from '#lib/core/table-text.ts'
import {
  isProcedureCodeShape,
  isStateCode,
  isTaxonomyShape,
  normalizeNdc,
  taxIdIn,
} from './codes.ts'
import { isMemberId, memberIdIn } from './member-id.ts'
import { isNpi } from './npi.ts'
import { statesOfZip } from './zip-states.ts'

// What a person copied or a spreadsheet changed, as a claim carries it. Each answer is the only
// reading; without one a person decides.

/**
 * The NPI in a text: without quotes, separators and the prefix 80840, which cards print before it.
 */
export function npiIn(text: string): string | undefined {
  const digits = bareCell(text)
    .replaceAll(/[\s.-]/g, '')
    .replace(/^80840(?=\d{10}$)/, '')
  return isNpi(digits) ? digits : undefined
}

const codeOfState = new Map(Object.entries(stateNames).map(([code, name]) => [folded(name), code]))

/** The two-letter code of a state, from the code in any case or from its name. */
export function stateIn(text: string): string | undefined {
  const capitals = bareCell(text).toUpperCase()
  return isStateCode(capitals) ? capitals : codeOfState.get(folded(text))
}

/**
 * The five digits of a ZIP code and the four after it. Leading zeros that a spreadsheet dropped come
 * back where the ZIP code is then one of the state; without a state, one that exists.
 */
export function zipIn(
  text: string,
  state: string | undefined,
): { zip: string; four?: string } | undefined {
  const parts = /^(\d{3,5})(?:\s*(?:-\s*)?(\d{4}))?$/.exec(bareCell(text))
  if (!parts) return undefined
  const [, digits = '', four] = parts
  const zip = digits.padStart(5, '0')
  const states = statesOfZip(zip)
  // Most four digits that begin with 9 lack another digit than the 0 of a military address.
  const isThere = state === undefined ? states && !states.includes('AE') : states?.includes(state)
  if (zip !== digits && !isThere) return undefined
  return { zip, ...(four !== undefined && { four }) }
}

const capitalsOf = (text: string, passes: (code: string) => boolean) => {
  const capitals = bareCell(text).toUpperCase()
  return passes(capitals) ? capitals : undefined
}

const readers: { readonly [name: string]: (text: string) => string | undefined } = {
  npi: npiIn,
  author_npi: npiIn,
  purchased_service_provider_npi: npiIn,
  tax_id: taxIdIn,
  taxonomy_code: (text) => capitalsOf(text, isTaxonomyShape),
  procedure_code: (text) => capitalsOf(text, isProcedureCodeShape),
  national_drug_code: (text) => normalizeNdc(bareCell(text)),
  member_id: (text) => (isMemberId(text) ? undefined : memberIdIn(text, false)),
  state: stateIn,
  state_or_province_code: stateIn,
  zip_code: (text) => {
    const read = zipIn(text, undefined)
    return read?.four === undefined ? read?.zip : undefined
  },
  revenue_code: (text) => (/^[1-9]\d{2}$/.test(text) ? `0${text}` : undefined),
}

/** The listed value that a text means: in any case, or a digit whose leading zero was dropped. */
export function choiceIn(text: string, values: readonly string[]): string | undefined {
  return (
    values.find((value) => value === text || value.toLowerCase() === text.toLowerCase()) ??
    (/^\d$/.test(text) ? values.find((value) => value === `0${text}`) : undefined)
  )
}

/**
 * A cell of a spreadsheet as the field with this name takes it: its code without separators and
 * with its zeros, or else the text without the marks of a spreadsheet around it.
 */
export function mendedCell(name: string, text: string): string {
  const plain = text.replace(/^="(.*)"$/, '$1').replace(/^'(?=\d)/, '')
  return readers[name]?.(plain) ?? plain
}
