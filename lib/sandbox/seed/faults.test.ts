import { describe, expect, it } from 'vitest'
import { evaluateBundle } from '#lib/sandbox/bundling/evaluate.ts'
import { makeCaptureRow, toBundled } from './capture-row.ts'
import { faults } from './faults.ts'
import { lookupsOf } from './lookups.ts'
import { makeNames } from './names.ts'
import { makeOrganization } from './organization.ts'
import { makePatient } from './patients.ts'
import { createRandom } from './random.ts'
import { dealServices, makeVisit, makeVisitData } from './visit-data.ts'

const today = '2026-11-21'
const random = createRandom(3)
const names = makeNames(3)
const organization = makeOrganization(random, names, today)
const lookups = lookupsOf(organization, today)

function drawVisit() {
  for (let index = 0; ; index += 1) {
    const patient = makePatient(random, names, organization, today, index)
    if (patient.selfPay) continue
    const visit = makeVisit(random, patient, '2026-10-02', false)
    return {
      patient,
      data: makeVisitData(random, names, visit, dealServices(random, visit.clinic, 1)[0]!),
    }
  }
}

function causesOf({ patient, data }: ReturnType<typeof drawVisit>): string[] {
  const options = {
    number: 1,
    status: 'billable',
    category: 'office',
    patientId: patient.external_id,
    created_at: 0,
    data,
  }
  return evaluateBundle(
    [toBundled(makeCaptureRow(random, () => undefined, options))],
    lookups,
  ).errors.map((error) => error.cause)
}

describe('visits of the demo data', () => {
  it('pass every check without a fault', () => {
    for (let i = 0; i < 300; i += 1) expect(causesOf(drawVisit())).toEqual([])
  })

  it.each(faults.map((fault) => [fault.cause, fault] as const))(
    'with the fault %s are caught for that',
    (cause, fault) => {
      for (let i = 0; i < 10; i += 1) {
        const visit = drawVisit()
        fault.apply({ data: visit.data, random, organization, today })
        expect(causesOf(visit)).toContain(cause)
      }
    },
  )

  it('never change shared records', () => {
    const before = JSON.stringify(organization)
    for (const fault of faults) fault.apply({ ...drawVisit(), random, organization, today })
    expect(JSON.stringify(organization)).toBe(before)
  })
})
