import { countOf } from '#lib/core/count-of.ts'
import { toNumber } from '#lib/core/json.ts'
import { isClaimDiagnosis } from '#lib/rules/codes/diagnosis-kinds.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { valueAt, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { fixRepeats } from './fixes.ts'
import { isInstitutional } from './payment.ts'
import { eachLine } from './places.ts'
import type { Rule } from './rule.ts'

const pointersOf = (line: unknown) => listAt(line, 'diagnosis_pointers')
/** A professional claim has no more diagnoses. Source: X12 837P SV107. */
const mostPointedAt = 12
const pathOf = (index: number) => `service_lines.${index}.diagnosis_pointers`

/**
 * True for a pointer to one of `count` diagnoses. Pointers are zero-based here, unlike in X12 and
 * FHIR.
 */
function isInRange(pointer: unknown, count: number): boolean {
  const index = toNumber(pointer)
  return index !== undefined && Number.isInteger(index) && index >= 0 && index < count
}

/** True if a line's pointers are another value than a list, which has its own rule. */
function isNoList(line: unknown): boolean {
  const value = valueAt(line, 'diagnosis_pointers')
  return value !== undefined && value !== null && !Array.isArray(value)
}

export const pointerRules: Rule[] = [
  {
    id: 'pointer-missing',
    title: 'A line points to no diagnosis',
    fields: ['service_lines.diagnosis_pointers'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source:
      'X12 837P SV107: every service line points to at least one diagnosis. Institutional lines (837I SV2) have no pointers.',
    how: 'Enter the letter of the diagnosis for this line.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (pointersOf(line).length === 0 && !isNoList(line) && !textAt(line, 'revenue_code'))
          report(pathOf(i), `${label} points to no diagnosis`)
      }),
  },
  {
    id: 'pointer-out-of-range',
    title: 'A line points to a diagnosis that is not listed',
    fields: ['service_lines.diagnosis_pointers'],
    severity: 'error',
    scope: 'capture',
    source:
      "The partner's interface: pointers are zero-based indexes into diagnoses. X12 837P SV107: a pointer is a number from 1 to 12.",
    how: 'Enter letters of listed diagnoses, A to L on a professional claim.',
    check: ({ data }, report) => {
      const count = listAt(data, 'diagnoses').length
      const most = isInstitutional(data) ? count : mostPointedAt
      eachLine(data, (line, i, label) => {
        for (const pointer of pointersOf(line)) {
          if (isInRange(pointer, Math.min(count, most))) continue
          if (isInRange(pointer, count)) {
            report(
              pathOf(i),
              `${label} points to ${describe(pointer)}, but a line can point to the first ${most} only`,
            )
            return
          }
          const listed = countOf(count, {
            one: 'diagnosis is listed',
            many: 'diagnoses are listed',
          })
          report(pathOf(i), `${label} points to ${describe(pointer)}, but ${listed}`)
          return
        }
      })
    },
  },
  {
    id: 'pointer-other-kind',
    title: 'A line points to a diagnosis of another kind',
    fields: ['service_lines.diagnosis_pointers'],
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P SV107: a pointer names one of the principal and other diagnoses. The admitting diagnosis, the patient’s reason and codes of other lists are elsewhere on a claim.',
    how: 'Point to the diagnosis that the line treats.',
    check: ({ data }, report) => {
      const diagnoses = listAt(data, 'diagnoses')
      eachLine(data, (line, i, label) => {
        if (textAt(line, 'revenue_code')) return
        const other = pointersOf(line).find((pointer) => {
          const diagnosis = isInRange(pointer, diagnoses.length)
            ? diagnoses[toNumber(pointer)!]
            : undefined
          return diagnosis !== undefined && !isClaimDiagnosis(diagnosis)
        })
        if (other !== undefined)
          report(
            pathOf(i),
            `${label} points to ${describe(other)}, which is not a principal or other diagnosis`,
          )
      })
    },
  },
  {
    id: 'pointer-duplicate',
    title: 'A line points to a diagnosis twice',
    fields: ['service_lines.diagnosis_pointers'],
    offers: 'Keeps each letter once',
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: a line points to a diagnosis once.',
    how: 'Enter the letter you meant, or keep each letter once.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const pointers = pointersOf(line)
        const repeated = pointers.find((pointer, place) => pointers.indexOf(pointer) !== place)
        if (repeated === undefined) return
        const fix = pointers.every((pointer) => typeof pointer === 'number')
          ? fixRepeats(pathOf(i), pointers, 'Keep each letter once, if no other was meant')
          : undefined
        report(
          pathOf(i),
          `${label} points to ${describe(repeated)} more than once; was another letter meant?`,
          { fix },
        )
      }),
  },
  {
    id: 'pointers-too-many',
    title: 'A line points to more than four diagnoses',
    fields: ['service_lines.diagnosis_pointers'],
    severity: 'error',
    scope: 'capture',
    source: 'X12 837P SV107: at most four pointers a line.',
    how: 'Keep the four most relevant ones.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const count = pointersOf(line).length
        if (count > 4)
          report(pathOf(i), `${label} points to ${count} diagnoses; at most 4 are allowed`)
      }),
  },
  {
    id: 'pointers-not-a-list',
    title: 'A line’s pointers are not a list',
    fields: ['service_lines.diagnosis_pointers'],
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: "The partner's interface: diagnosis_pointers is an array of integers.",
    how: 'Enter the letters of the diagnoses again.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (isNoList(line)) report(pathOf(i), `${label} diagnosis pointers are not a list`)
      }),
  },
]

// People see letters and the wire has zero-based indexes: an error shows both.
function describe(pointer: unknown): string {
  const index = toNumber(pointer)
  const letter =
    index !== undefined && Number.isInteger(index) && index >= 0 ? letterOf(index) : undefined
  const written = String(JSON.stringify(pointer)).slice(0, 20)
  return letter === undefined
    ? `an invalid diagnosis (pointer ${written})`
    : `diagnosis ${letter} (pointer ${written})`
}
