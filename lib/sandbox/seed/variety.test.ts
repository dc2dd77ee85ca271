import { describe, expect, it } from 'vitest'
import {
  type ChargeCaptureData,
  chargeCaptureData,
} from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { evaluateBundle } from '#lib/sandbox/bundling/evaluate.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import { type SeedRow, toBundled } from './capture-row.ts'
import { generateDemoData } from './demo-data.ts'
import { lookupsOf } from './lookups.ts'
import { makeNames } from './names.ts'
import { makeOrganization } from './organization.ts'
import { createRandom } from './random.ts'
import { withVariety } from './variety.ts'

const options = { seed: 7, captures: 3000, today: '2026-11-21' }
const batches: DemoDataBatch[] = [...generateDemoData(options)]
const captures = batches.flatMap((batch) => (batch.chargeCaptures ?? []) as SeedRow[])
const creations = batches.flatMap((batch) => batch.claimCreations ?? [])
const datas = captures.map((row) => JSON.parse(row.data) as ChargeCaptureData)
const names = makeNames(options.seed)
const organization = makeOrganization(createRandom(options.seed), names, options.today)

const share = (test: (data: ChargeCaptureData) => unknown) =>
  datas.filter(test).length / datas.length
const linesWith = (
  test: (line: NonNullable<ChargeCaptureData['service_lines']>[number]) => unknown,
) => share((data) => data.service_lines?.some(test))

describe('the demo data shows what charges rarely have', () => {
  it('has every member of the data', () => {
    const seen = new Set(
      datas.flatMap((data) =>
        Object.entries(data).flatMap(([name, value]) => (value ? [name] : [])),
      ),
    )
    const missing = Object.keys(chargeCaptureData.shape).filter((name) => !seen.has(name))
    expect(missing).toEqual([])
  })

  it('has members of lines, diagnoses, cards and patients that most charges lack', () => {
    const shares = {
      secondary: share((data) => data.subscriber_secondary),
      tertiary: share((data) => data.subscriber_tertiary),
      'secondary without primary': share(
        (data) => data.subscriber_secondary && !data.subscriber_primary,
      ),
      institutional: share((data) => data.service_lines?.every((line) => line.revenue_code)),
      'partly institutional': share(
        ({ service_lines: lines = [] }) =>
          lines!.some((line) => line.revenue_code) && lines!.some((line) => !line.revenue_code),
      ),
      'present on admission': share((data) => data.diagnoses?.[0]?.present_on_admission_indicator),
      note: linesWith((line) => line.note && line.end_date_of_service),
      authorization: linesWith((line) => line.prior_authorization_number),
      ordering: linesWith((line) => line.ordering_provider),
      results: linesWith((line) => line.test_results),
      epsdt: linesWith((line) => line.has_epsdt_indicator),
      planning: linesWith((line) => line.has_family_planning_indicator),
      card: share((data) => data.subscriber_primary?.insurance_card?.rx_bin),
      email: share((data) => data.patient?.email),
      program: share((data) => data.patient?.non_insurance_payers),
      pressure: share((data) => data.vitals?.blood_pressure_systolic_mmhg),
      asynchronous: share((data) => data.synchronicity === 'Asynchronous'),
      unknown: share((data) => data.responsible_party === 'UNKNOWN'),
      elsewhere: share((data) => data.external_claim_submission),
      mammography: share((data) => data.service_facility?.mammography_certification_number),
      prescription: linesWith((line) => line.drug_identification?.pharmacy_prescription_number),
      'second indicator': share((data) => data.epsdt_referral?.condition_indicator2),
      'guarantor’s e-mail': share((data) => data.guarantor?.email),
      'own external id': share((data) => data.external_id),
      inpatient: share(
        (data) => data.place_of_service_code === '21' && data.admission_date && data.discharge_date,
      ),
    }
    const { 'secondary without primary': odd, 'partly institutional': mixed, ...wanted } = shares
    expect([odd, mixed]).toEqual([0, 0])
    expect(Object.entries(wanted).filter(([, each]) => each === 0 || each > 0.25)).toEqual([])
  })

  it('has stays that end after they began, before the claim was made', () => {
    const stays = captures.filter((row) => row.data.includes('"discharge_date"'))
    expect(stays.length).toBeGreaterThan(5)
    for (const { data, date_of_service, updated_at } of stays) {
      const { admission_date, discharge_date, service_lines } = JSON.parse(
        data,
      ) as ChargeCaptureData
      expect([admission_date! <= date_of_service, discharge_date! >= date_of_service]).toEqual([
        true,
        true,
      ])
      expect(Date.parse(discharge_date!)).toBeLessThan(updated_at)
      expect(service_lines!.every((line) => line.revenue_code)).toBe(true)
    }
  })

  it('has encounters with the external id of their capture, each once', () => {
    const encounters = batches.flatMap((batch) => batch.encounters ?? [])
    const own = datas.flatMap(({ external_id: id }) => id ?? [])
    expect(new Set(own).size).toBe(own.length)
    const ids = encounters.map(({ external_id: id }) => id)
    expect(own.filter((id) => !ids.includes(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('causes no error: every billed visit is still successful', () => {
    const lookups = lookupsOf(organization, options.today)
    const billed = new Set(
      creations.flatMap(({ id, status, updates }) =>
        status === 'successful' && !updates ? [id] : [],
      ),
    )
    const alone = [...Map.groupBy(captures, (row) => row.claim_creation_id)].flatMap(([id, rows]) =>
      billed.has(id) && rows.length === 1 ? rows : [],
    )
    expect(alone.length).toBeGreaterThan(500)
    const wrong = alone.filter((row) => {
      const data = JSON.parse(row.data) as ChargeCaptureData
      return evaluateBundle([toBundled({ row, data })], lookups).status !== 'successful'
    })
    expect(wrong).toEqual([])
  })

  it('keeps the values of a visit, and adds the same to it each time', () => {
    const [number, isSent, created_at] = [10_005, true, 0]
    const [data] = datas.filter(
      // A hospital visit can become a stay.
      (each) =>
        each.subscriber_primary &&
        each.service_lines!.length > 1 &&
        each.place_of_service_code !== '22',
    )
    const visit = { data: data!, number, isSent, created_at }
    const tools = { names, organization }
    for (let i = 0; i < 200; i += 1) {
      const after = withVariety({ ...visit, number: number + i }, tools)
      expect(withVariety({ ...visit, number: number + i }, tools)).toEqual(after)
      const { service_lines, subscriber_primary, patient, diagnoses } = data!
      expect(after).toMatchObject({ service_lines, subscriber_primary, patient, diagnoses })
    }
  })
})
