import { type Json, isJsonObject, toNumber } from '#lib/core/json.ts'
import { dataPath } from '#lib/rules/edit/field-path.ts'
import type { FieldShape, ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { isDate } from './date-fields.ts'
import type { CheckWords, Finding } from './rule.ts'

/** The checks of each value's form, in words. */
export const shapeChecks = {
  'value-type': {
    id: 'value-type',
    title: 'A value has another type than its field',
    fields: ['*'],
    severity: 'error',
    isCertain: true,
    source: "The partner's interface gives each field one type.",
    how: 'Enter the value again, or clear it.',
  },
  'value-date': {
    id: 'value-date',
    title: 'A value is no date',
    fields: ['*'],
    severity: 'error',
    isCertain: true,
    source: "The partner's interface: dates are YYYY-MM-DD.",
    how: 'Enter the date as month, day and year.',
  },
  'value-instant': {
    id: 'value-instant',
    title: 'A value is no date with a time',
    fields: ['*'],
    severity: 'error',
    isCertain: true,
    source: "The partner's interface: instants are ISO 8601 with a time.",
    how: 'Enter it as 2026-08-14T09:30:00Z.',
  },
  'value-unknown': {
    id: 'value-unknown',
    title: 'A value is not one of those that the partner lists',
    fields: ['*'],
    severity: 'warning',
    isCertain: false,
    source: 'The partner names the values of this field; its list may have grown since.',
    how: 'Choose one of the listed values, or keep it if the partner accepts it.',
  },
} as const satisfies { [id: string]: CheckWords }

/**
 * Finds values in an update body that their fields cannot hold: another type, an impossible date,
 * an unlisted value. The partner certainly rejects wrong types and dates. Its lists of values may
 * grow, so an unlisted value is a warning. Unknown members pass.
 */
export function shapeFindings(body: Json | undefined, shape: ObjectShape): Finding[] {
  const findings: Finding[] = []
  findShapeProblems(body, shape, '', findings)
  return findings
}

function findShapeProblems(
  value: Json | undefined,
  shape: FieldShape,
  path: string,
  findings: Finding[],
): void {
  if (value === null || value === undefined || shape.kind === 'any') return
  if (shape.kind === 'object' && isJsonObject(value)) {
    for (const [name, member] of Object.entries(shape.members))
      if (Object.hasOwn(value, name))
        findShapeProblems(value[name], member, join(path, name), findings)
  } else if (shape.kind === 'list' && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      findShapeProblems(item, shape.item, join(path, String(index)), findings)
  } else {
    const found = complaint(value, shape)
    if (!found) return
    const { id, severity, isCertain: certain } = shapeChecks[found.rule]
    findings.push({ rule: id, severity, path: dataPath(path), message: found.message, certain })
  }
}

type Complaint = { rule: keyof typeof shapeChecks; message: string }

function complaint(value: Json, shape: FieldShape): Complaint | undefined {
  if (!isOfType(value, shape))
    return {
      rule: 'value-type',
      message: `This must be ${typeWords[shape.kind]}, not ${wordFor(value)}`,
    }
  if (typeof value !== 'string' || value === '') return undefined
  if (shape.kind === 'date' && !isDate(value))
    return {
      rule: 'value-date',
      message: `"${short(value)}" isn’t a date. Enter a real date, such as 02/28/2026.`,
    }
  if (shape.kind === 'timestamp' && !isInstant(value))
    return {
      rule: 'value-instant',
      message: `"${short(value)}" isn’t a date with a time`,
    }
  if (shape.kind === 'choice' && !shape.values.includes(value))
    return {
      rule: 'value-unknown',
      message: `"${short(value)}" isn’t in the partner’s published list; the partner may refuse it`,
    }
  return undefined
}

function isOfType(value: Json, { kind }: FieldShape): boolean {
  if (kind === 'number') return toNumber(value) !== undefined
  if (kind === 'cents') return Number.isInteger(toNumber(value))
  if (kind === 'boolean') return typeof value === 'boolean'
  return kind !== 'object' && kind !== 'list' && typeof value === 'string'
}

const typeWords: { [kind in FieldShape['kind']]: string } = {
  text: 'text',
  date: 'a date',
  timestamp: 'a date with a time',
  number: 'a number',
  cents: 'a whole number of cents',
  boolean: 'yes or no',
  any: 'anything',
  choice: 'text',
  object: 'an object',
  list: 'a list',
}

function wordFor(value: Json): string {
  if (Array.isArray(value)) return 'a list'
  if (toNumber(value) !== undefined) return `the number ${toNumber(value)}`
  return typeof value === 'object' ? 'an object' : typeof value === 'boolean' ? `${value}` : 'text'
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
