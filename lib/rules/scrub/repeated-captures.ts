import { asText, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { lineKey } from './line-rules.ts'
import type { CheckWords, Finding } from './rule.ts'

/** The members of a charge capture that the rule reads. */
export type ListedCapture = {
  data: unknown
  status?: unknown
  charge_external_id?: unknown
  patient_external_id?: unknown
}

/** The check in words. */
export const repeatedCheck: CheckWords = {
  id: 'capture-repeated',
  title: 'Another capture bills the same service',
  fields: ['service_lines.procedure_code'],
  severity: 'warning',
  needs: 'same-day-captures',
  source: 'Billing rule sets: the same service of the same patient on the same day is billed once.',
  how: 'Compare the two. Remove one, or add a modifier that explains why there are two.',
}

const billed = new Set<unknown>(['planned', 'billable', undefined])

/**
 * Finds captures that bill the same service for the same patient and date as an earlier one in the
 * list, by index. Captures outside the list are unknown.
 */
export function repeatedCaptures(captures: readonly ListedCapture[]): Map<number, Finding[]> {
  const owners = new Map<string, { index: number; name: string }>()
  const found = new Map<number, Finding[]>()
  captures.forEach((capture, index) => {
    const patient =
      asText(capture.patient_external_id) ?? textAt(capture.data, 'patient.external_id')
    if (!patient || !billed.has(capture.status)) return
    listAt(capture.data, 'service_lines').forEach((line, place) => {
      const date = textAt(line, 'date_of_service') ?? textAt(capture.data, 'date_of_service')
      const key = lineKey(line, capture.data)
      if (!date || !key) return
      const whole = `${patient}|${key}`
      const owner = owners.get(whole)
      if (!owner)
        owners.set(whole, { index, name: asText(capture.charge_external_id) ?? 'another capture' })
      else if (owner.index !== index)
        found.set(index, [...(found.get(index) ?? []), repeated(place, owner.name)])
    })
  })
  return found
}

function repeated(place: number, name: string): Finding {
  return {
    rule: repeatedCheck.id,
    severity: repeatedCheck.severity,
    path: `service_lines.${place}.procedure_code`,
    message: `Line ${place + 1} is also billed by ${name}: same patient, day, procedure and modifiers`,
    certain: false,
  }
}
