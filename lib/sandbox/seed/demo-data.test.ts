import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { chargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { chargeCaptureStatus } from '#lib/contract/charge-captures.ts'
import { claimCreationStatus } from '#lib/contract/claim-creations.ts'
import { customSchema } from '#lib/contract/custom-schemas.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { organizationProvider } from '#lib/contract/organization-providers.ts'
import { payer } from '#lib/contract/payers.ts'
import { preEncounterAppointment } from '#lib/contract/pre-encounter/appointments.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { preEncounterPatient } from '#lib/contract/pre-encounter/patients.ts'
import { organizationServiceFacility } from '#lib/contract/service-facilities.ts'
import { strictIssues } from '#lib/contract/strict-values.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import { generateDemoData } from './demo-data.ts'
import { billingNpis, scopedBillingNpis } from './npis.ts'

type Table = keyof DemoDataBatch
type Row<T extends Table> = NonNullable<DemoDataBatch[T]>[number]
const options = { seed: 7, captures: 3000, today: '2026-11-21' }
const batches = [...generateDemoData(options)]
const rows = <T extends Table>(table: T) =>
  batches.flatMap((batch) => (batch[table] ?? []) as Row<T>[])
const captures = rows('chargeCaptures')
const creations = rows('claimCreations')
const errors = rows('claimCreationErrors')

const digest = (data: Iterable<DemoDataBatch>) =>
  createHash('sha256')
    .update(JSON.stringify([...data]))
    .digest('hex')

describe('the demo data', () => {
  it('is equal for equal seeds and differs for different seeds', () => {
    const small = { ...options, captures: 300 }
    expect(digest(generateDemoData(small))).toBe(digest(generateDemoData(small)))
    expect(digest(generateDemoData(small))).not.toBe(
      digest(generateDemoData({ ...small, seed: 8 })),
    )
  })

  it('has the requested numbers of records and captures', () => {
    expect(captures).toHaveLength(3000)
    expect(rows('organizationProviders').filter((row) => row.is_billing)).toHaveLength(40)
    expect(rows('organizationProviders').filter((row) => row.is_rendering)).toHaveLength(600)
    expect(rows('serviceFacilities')).toHaveLength(60)
    expect(rows('payers')).toHaveLength(40)
    expect(rows('preEncounterPatients')).toHaveLength(200)
    expect(rows('preEncounterAppointments').length).toBeGreaterThan(300)
    expect([...generateDemoData({ ...options, captures: 0 })]).toHaveLength(1)
  })

  it('has every status of captures and claim creations, even when small', () => {
    const small = [...generateDemoData({ ...options, captures: 60 })]
    const statuses = (data: DemoDataBatch[], table: 'chargeCaptures' | 'claimCreations') =>
      new Set(
        data
          .flatMap((batch) => (batch[table] as { status: string }[] | undefined) ?? [])
          .map((row) => row.status),
      )
    expect([...statuses(small, 'claimCreations')].toSorted()).toEqual(
      knownValues(claimCreationStatus)!.values.toSorted(),
    )
    expect([...statuses(batches, 'chargeCaptures')].toSorted()).toEqual(
      knownValues(chargeCaptureStatus)!.values.toSorted(),
    )
  })

  it('has errors of at least 25 kinds, and claims with several errors', () => {
    expect(new Set(errors.map((error) => error.cause)).size).toBeGreaterThanOrEqual(40)
    const current = errors.filter((error) => !error.is_cleared)
    const perCreation = Map.groupBy(current, (error) => error.claim_creation_id)
    expect([...perCreation.values()].filter((list) => list.length > 1).length).toBeGreaterThan(30)
    expect(current.some((error) => error.charge_capture_id === null)).toBe(true)
    expect([...perCreation.keys()].toSorted()).toEqual(
      creations
        .filter((row) => row.status === 'in-error')
        .map((row) => row.id)
        .toSorted(),
    )
  })

  it('has captures that were corrected before its day, and their errors, which the service resolved', () => {
    const cleared = errors.filter((error) => error.is_cleared)
    expect(new Set(cleared.map((error) => error.cause)).size).toBeGreaterThan(30)
    const creationOf = new Map(creations.map((row) => [row.id, row]))
    const captureOf = new Map(captures.map((row) => [row.id, row]))
    const statuses = cleared.map((error) => {
      expect(error).toMatchObject({ resolved: true, resolved_by: null, resolution_reason: null })
      const creation = creationOf.get(error.claim_creation_id)!
      const capture = captureOf.get(error.charge_capture_id!)!
      expect(error.created_at).toBe(capture.created_at)
      expect(capture.updated_at).toBeGreaterThan(capture.created_at)
      expect(capture.updated_at).toBeLessThan(Date.parse('2026-11-21T00:00:00Z'))
      expect(capture.claim_creation_id).toBe(creation.id)
      return creation.status
    })
    expect(statuses.filter((status) => status === 'successful').length).toBeGreaterThan(60)
    expect(statuses.filter((status) => status === 'in-error').length).toBeGreaterThan(20)
    expect([...new Set(statuses)]).toHaveLength(2)
    const known = new Set(
      errors
        .filter((e) => !e.is_cleared)
        .map((e) => `${e.charge_capture_id} ${e.cause} ${e.field_in_error}`),
    )
    expect(
      cleared.filter((e) => known.has(`${e.charge_capture_id} ${e.cause} ${e.field_in_error}`)),
    ).toEqual([])
    // The claim was made when the capture was corrected.
    const unchanged = rows('encounters').filter(
      (row) => creationOf.get(row.claim_creation_id)?.updates === 0,
    )
    expect(unchanged.length).toBeGreaterThan(900)
    for (const { claim_creation_id, created_at } of unchanged)
      expect(created_at).toBe(creationOf.get(claim_creation_id)!.updated_at)
  })

  it('has NPIs with a valid check digit, except where this is the error', () => {
    for (const row of rows('organizationProviders')) expect(isNpi(row.npi)).toBe(true)
    for (const row of rows('serviceFacilities')) expect(isNpi(row.npi!)).toBe(true)
    const wrong = new Set(
      errors
        .filter((error) => error.cause.startsWith('npi-'))
        .map((error) => error.charge_capture_id),
    )
    for (const row of captures.filter((capture) => !wrong.has(capture.id))) {
      const npis = [
        row.billing_provider_npi,
        row.rendering_provider_npi,
        row.supervising_provider_npi,
      ].filter(Boolean) as string[]
      expect(npis.every(isNpi), row.charge_external_id).toBe(true)
    }
    const all = [...rows('organizationProviders'), ...rows('serviceFacilities')].map(
      (row) => row.npi,
    )
    expect(new Set(all).size).toBe(all.length)
  })

  it('has many billing providers, of which three are in the scope of the scoped key', () => {
    expect(scopedBillingNpis).toHaveLength(3)
    const seen = new Set(captures.map((row) => row.billing_provider_npi))
    expect(billingNpis.every((npi) => seen.has(npi))).toBe(true)
    const scoped = captures.filter((row) =>
      scopedBillingNpis.includes(row.billing_provider_npi!),
    ).length
    expect(scoped).toBeGreaterThan(100)
    expect(scoped).toBeLessThan(900)
  })

  it('links rows as bundling does', () => {
    const creationIds = new Set(creations.map((row) => row.id))
    for (const row of captures)
      expect(row.claim_creation_id === '' || creationIds.has(row.claim_creation_id!)).toBe(true)
    expect(captures.filter((row) => row.claim_creation_id === '').length).toBeGreaterThan(50)
    const billed = creations.filter((row) => row.status === 'successful')
    expect(
      rows('encounters')
        .filter((row) => row.claim_creation_id !== '')
        .map((row) => row.id)
        .toSorted(),
    ).toEqual(billed.map((row) => row.created_encounter_id!).toSorted())
    expect(
      rows('claims')
        .filter((row) => row.claim_creation_id !== '')
        .map((row) => row.id)
        .toSorted(),
    ).toEqual(billed.map((row) => row.claim_id!).toSorted())
    const open = creations
      .filter((row) => row.created_encounter_id === '')
      .map((row) => row.bundle_key)
    expect(new Set(open).size).toBe(open.length)
    expect(new Set(rows('claims').map((row) => row.status)).size).toBeGreaterThanOrEqual(12)
  })

  it('has changes after billing on about 4 % of billed claims', () => {
    const updates = rows('chargeCaptureUpdates')
    const billed = creations.filter((row) => row.status === 'successful')
    const share = billed.filter((row) => row.unresolved_updates === 1).length / billed.length
    expect(share).toBeGreaterThan(0.025)
    expect(share).toBeLessThan(0.06)
    expect(updates.some((update) => update.resolved)).toBe(true)
    for (const update of updates) expect(update.message).toMatch(/ (changed from|added|removed)/)
  })

  it('names charges, patients and dates as an EHR would', () => {
    expect(new Set(captures.map((row) => row.charge_external_id)).size).toBe(captures.length)
    for (const row of captures) {
      expect(row.charge_external_id).toMatch(/^CHG-\d{5}$/)
      expect(row.patient_external_id).toMatch(/^PAT-\d{4}$/)
      expect(row.created_at).toBeLessThanOrEqual(Date.parse('2026-11-21T00:00:00Z'))
    }
    const dates = captures.map((row) => row.date_of_service!).filter(Boolean)
    expect(dates.every((date) => date >= '2026-07-18' && date <= '2027-01-01')).toBe(true)
  })

  it('has no claim of a visit that had not taken place', () => {
    const encounters = rows('encounters').filter((row) => row.claim_creation_id !== '')
    const early = encounters.filter(
      (row) => row.created_at < Date.parse(`${row.date_of_service}T00:00:00Z`),
    )
    expect(encounters.length).toBeGreaterThan(900)
    expect(early).toEqual([])
  })

  it('matches the contract, and holds unknown members and an unlisted code', () => {
    const fits = (schema: z.ZodType, text: string) => {
      const result = schema.safeParse(JSON.parse(text))
      expect(result.success ? [] : result.error.issues, text).toEqual([])
    }
    for (const row of captures) fits(chargeCaptureData, row.data)
    for (const row of rows('organizationProviders')) fits(organizationProvider, row.body)
    for (const row of rows('serviceFacilities')) fits(organizationServiceFacility, row.body)
    for (const row of rows('payers')) fits(payer, row.body)
    for (const row of rows('customSchemas')) fits(customSchema, row.body)
    for (const row of rows('preEncounterPatients')) fits(preEncounterPatient, row.body)
    for (const row of rows('preEncounterAppointments')) fits(preEncounterAppointment, row.body)
    for (const row of rows('preEncounterPatients'))
      expect(Object.keys(JSON.parse(row.fill)).toSorted()).toEqual(
        [...preEncounterFilledMembers].toSorted(),
      )
    expect(
      captures.flatMap((row) => strictIssues(chargeCaptureData, JSON.parse(row.data))),
    ).toEqual([])
    expect(captures.some((row) => row.data.includes('"place_of_service_code":"27"'))).toBe(true)
    expect(captures.some((row) => row.data.includes('partner_extension'))).toBe(true)
  })
})
