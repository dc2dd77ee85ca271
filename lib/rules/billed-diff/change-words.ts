import { fieldLabel, pathLabel } from '#lib/contract/field-labels.ts'
import { wireValue } from '#lib/contract/wire-words.ts'
import type { Json } from '#lib/core/json.ts'
import type { BilledChange, BilledDiff } from './billed-change.ts'

/** The field of a difference in words: "G0463 25 · Charge", "Primary subscriber · Member id". */
export function placeWords({ path, line, billed, now }: BilledChange): string {
  // A diagnosis that is there on both sides: another one is the first (diagnosis-changes.ts).
  if (/^diagnoses\.\d+$/.test(path) && billed !== undefined && now !== undefined)
    return 'First diagnosis'
  if (line === undefined)
    return path.startsWith('diagnoses') ? diagnosisWords(path) : pathLabel(path)
  const member = path.split('.').slice(2).join('.')
  return member === '' ? `Service line ${line}` : `${line} · ${pathLabel(member)}`
}

/** The value of one side of a difference in words. */
export function valueWords({ path }: BilledChange, value: Json | undefined): string {
  return wireValue(path, value)
}

const longestSummary = 120

/**
 * What changed since billing in one line: "G0463 · Charge $225.00 → $255.00, and 2 more". The most
 * important difference comes first; a line that came or went is named alone. Undefined without
 * differences.
 */
export function summaryOf({ changes }: Pick<BilledDiff, 'changes'>): string | undefined {
  const [first] = changes
  if (!first) return undefined
  const words =
    first.now === undefined
      ? `${placeWords(first)} removed`
      : first.billed === undefined
        ? `${placeWords(first)} added: ${valueWords(first, first.now)}`
        : `${placeWords(first)} ${valueWords(first, first.billed)} → ${valueWords(first, first.now)}`
  const shown = words.length > longestSummary ? `${words.slice(0, longestSummary)}…` : words
  return changes.length === 1 ? shown : `${shown}, and ${changes.length - 1} more`
}

function diagnosisWords(path: string): string {
  const member = path.split('.').at(-1) ?? ''
  return /^(\d+|diagnoses|code)$/.test(member) ? 'Diagnosis' : `Diagnosis · ${fieldLabel(member)}`
}
