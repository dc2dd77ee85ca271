import { codeWord } from '#components/form/code-words.ts'
import { fieldLabel, pathLabel } from '#lib/contract/field-labels.ts'
import { shortValue } from '#components/form/short-value.ts'
import type { Tone } from '#components/ui/tone.ts'
import { type Json, isJsonObject, toNumber } from '#lib/core/json.ts'
import { formatCents } from '#lib/core/money.ts'
import type { BilledChange } from '#lib/rules/billed-diff/billed-change.ts'
import type { DiffClass } from '#lib/rules/billed-diff/classes.ts'

/** The word and the tone of each class of differences. */
export const classWords: Record<DiffClass, { word: string; tone: Tone }> = {
  money: { word: 'Money', tone: 'accent' },
  coding: { word: 'Coding', tone: 'violet' },
  coverage: { word: 'Coverage', tone: 'blue' },
  cosmetic: { word: 'Cosmetic', tone: 'grey' },
}

/** The field of a difference in words: "G0463 25 · Charge", "Primary subscriber · Member id". */
export function placeWords({ path, line }: BilledChange): string {
  if (line === undefined) return path.startsWith('diagnoses') ? diagnosisWords(path) : pathLabel(path)
  const member = path.split('.').slice(2).join('.')
  return member === '' ? `Service line ${line}` : `${line} · ${pathLabel(member)}`
}

/** The value of one side of a difference, as shown: money in dollars, codes with their meaning, a line by its amount. */
export function valueWords({ path, line }: BilledChange, value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (name.endsWith('_cents')) {
    const cents = toNumber(value)
    if (Number.isSafeInteger(cents)) return formatCents(cents!)
  }
  if (name === 'diagnosis_pointers' || name === 'modifiers')
    return Array.isArray(value) ? value.join(', ') : shortValue(value)
  if (typeof value === 'string') return codeWord(name, value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isJsonObject(value) && line !== undefined && name === 'service_lines') return lineWords(value)
  if (isJsonObject(value) && typeof value.code === 'string')
    return [value.code, value.name].filter((part) => typeof part === 'string').join(' ')
  return shortValue(value)
}

/** An amount that was moved, with its sign: "+$50.00", "−$12.50". */
export function movedWords(cents: number): string {
  return `${cents < 0 ? '−' : '+'}${formatCents(Math.abs(cents))}`
}

function diagnosisWords(path: string): string {
  const member = path.split('.').at(-1) ?? ''
  return /^(\d+|diagnoses|code)$/.test(member) ? 'Diagnosis' : `Diagnosis · ${fieldLabel(member)}`
}

function lineWords(line: { [name: string]: Json }): string {
  const cents = toNumber(line.charge_amount_cents)
  const amount = Number.isSafeInteger(cents) ? formatCents(cents!) : 'no charge'
  return [amount, [line.quantity, line.units].filter((part) => typeof part === 'string').join(' ')]
    .filter(Boolean)
    .join(', ')
}
