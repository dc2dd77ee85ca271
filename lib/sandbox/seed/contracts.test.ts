import { expect, test } from 'vitest'
import { addDays } from '#lib/core/local-date.ts'
import { waitingCategory } from '#lib/sandbox/bundling/bundled-capture.ts'
import { spanStatus } from '#lib/sandbox/credentialing/read-spans.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import { generateDemoData } from './demo-data.ts'
import { networkSize } from './network-providers.ts'
import { planWaiting } from './waiting-captures.ts'

const options = { seed: 7, captures: 60, contracts: 120, today: '2026-11-21' }
const batches = [...generateDemoData(options)]
const rows = <T extends keyof DemoDataBatch>(table: T) =>
  batches.flatMap((batch) => (batch[table] ?? []) as NonNullable<DemoDataBatch[T]>[number][])
const contracts = rows('contracts')

test('the demo contracts are of both types in every status, over all clinics and most payers', () => {
  expect(contracts).toHaveLength(120)
  expect(new Set(contracts.map((row) => `${row.type} ${row.contract_status}`)).size).toBe(6)
  expect(new Set(contracts.map((row) => row.contracting_provider_id)).size).toBe(40)
  expect(new Set(contracts.map((row) => row.payer_uuid)).size).toBeGreaterThan(30)
  expect(
    new Set(contracts.map((row) => `${row.contracting_provider_id} ${row.payer_uuid}`)).size,
  ).toBe(120)
  expect(
    contracts.every((row) => !row.expiration_date || row.expiration_date >= row.effective_date),
  ).toBe(true)
})

test('some effective contracts have expired, some expire soon, some are linked to a fee schedule', () => {
  const effective = contracts.filter((row) => row.contract_status === 'effective')
  expect(
    effective.filter((row) => row.expiration_date && row.expiration_date < options.today).length,
  ).toBeGreaterThan(3)
  expect(
    effective.filter(
      (row) =>
        row.expiration_date &&
        row.expiration_date >= options.today &&
        row.expiration_date < addDays(options.today, 90),
    ).length,
  ).toBeGreaterThan(3)
  expect(effective.filter((row) => row.fee_schedule_id).length).toBeGreaterThan(10)
  expect(
    contracts.filter((row) => row.fee_schedule_id && row.contract_status !== 'effective'),
  ).toEqual([])
})

test('rosters, facilities and their providers refer to existing rows, and counts are right', () => {
  const providers = rows('organizationProviders')
  const counts = new Map<number, number>()
  for (const { contract_seq, provider_seq } of rows('contractProviders')) {
    expect(providers[provider_seq - 1]?.is_rendering).toBe(true)
    counts.set(contract_seq, (counts.get(contract_seq) ?? 0) + 1)
  }
  expect(contracts.map((row) => row.provider_count)).toEqual(
    contracts.map((_, i) => counts.get(i + 1)),
  )
  const facilities = rows('contractFacilities')
  const places = new Set(rows('serviceFacilities').map((row) => row.id))
  expect(facilities.length).toBeGreaterThan(60)
  for (const row of facilities) {
    expect(contracts[row.contract_seq - 1]!.type).toBe('institutional')
    expect(places.has(row.service_facility_id)).toBe(true)
  }
  const onRoster = new Set(
    rows('contractProviders').map((row) => `${row.contract_seq} ${row.provider_seq}`),
  )
  for (const row of rows('contractFacilityProviders'))
    expect(
      onRoster.has(`${facilities[row.facility_seq - 1]!.contract_seq} ${row.provider_seq}`),
    ).toBe(true)
})

test('the first contract of a large data set has a network of 60,000 providers with distinct NPIs', () => {
  expect(contracts[0]).toMatchObject({
    type: 'professional',
    contract_status: 'effective',
    fee_schedule_id: '',
  })
  expect(contracts[0]!.provider_count).toBeGreaterThanOrEqual(networkSize)
  const npis = rows('organizationProviders').map((row) => row.npi)
  expect(new Set(npis).size).toBe(npis.length)
  const small = [...generateDemoData({ ...options, contracts: 20 })].flatMap(
    (batch) => batch.organizationProviders ?? [],
  )
  expect(small).toHaveLength(640)
})

test('spans show every status, gaps, overlaps and paperwork that the payer has not loaded', () => {
  const spans = rows('providerSpans')
  const statuses = ['effective', 'expired', 'pending', 'work_in_progress']
  expect([...new Set(spans.map((span) => spanStatus(span, options.today)))].toSorted()).toEqual(
    statuses,
  )
  expect(
    [...new Set(rows('facilitySpans').map((span) => spanStatus(span, options.today)))].toSorted(),
  ).toEqual(statuses)
  expect(
    spans.filter(
      (span) =>
        span.submitted_date &&
        span.start_date &&
        span.start_date < options.today &&
        !span.payer_loaded_date,
    ).length,
  ).toBeGreaterThan(20)
  const histories = [
    ...Map.groupBy(
      spans,
      (span) => `${span.contracting_provider_id} ${span.payer_uuid} ${span.rendering_provider_id}`,
    ).values(),
  ].filter((each) => each.length === 2)
  const inOrder = histories.map((each) =>
    each.toSorted((a, b) => (a.start_date! < b.start_date! ? -1 : 1)),
  )
  expect(
    inOrder.filter(([first, second]) => first!.end_date! < second!.start_date!).length,
  ).toBeGreaterThan(20)
  expect(
    inOrder.filter(([first, second]) => first!.end_date! >= second!.start_date!).length,
  ).toBeGreaterThan(20)
})

test('the visits of a seed are the same with and without contracts', () => {
  const captures = (contracts: number) =>
    JSON.stringify(
      [...generateDemoData({ ...options, contracts })]
        .map((batch) => batch.chargeCaptures ?? [])
        .flat(),
    )
  expect(captures(5)).toBe(captures(0))
  expect(JSON.stringify([...generateDemoData({ ...options, contracts: 5 })])).toBe(
    JSON.stringify([...generateDemoData({ ...options, contracts: 5 })]),
  )
})

test('in large data sets some captures wait to be bundled, in small ones none', () => {
  const made = [...generateDemoData({ ...options, captures: 1_071 })].flatMap(
    (batch) => batch.chargeCaptures ?? [],
  )
  const waiting = made.filter((row) => row.claim_creation_category === waitingCategory)
  expect([made.length, waiting.length]).toEqual([1_071, 63])
  expect(
    waiting.every(
      (row) =>
        row.claim_creation_id === '' &&
        row.status === 'billable' &&
        row.billable_status === 'BILLABLE',
    ),
  ).toBe(true)
  const pairs = new Set(
    contracts
      .filter((row) => row.contract_status === 'effective')
      .map((row) => `${row.payer_id} ${row.billing_provider_npi}`),
  )
  expect(
    waiting.filter((row) => !pairs.has(`${row.primary_payer_id} ${row.billing_provider_npi}`)),
  ).toEqual([])
  expect(new Set(made.map((row) => row.charge_external_id)).size).toBe(made.length)
  expect(rows('chargeCaptures')).toHaveLength(options.captures)
})

test('captures that wait never share a number with a visit', () => {
  expect(planWaiting(187, 13_001, 900)).toEqual({
    count: 187,
    firstNumber: 900_001,
    firstPatient: 800_000,
  })
  expect(planWaiting(300_000, 4_700_001, 1_410_000)).toEqual({
    count: 300_000,
    firstNumber: 4_700_001,
    firstPatient: 1_410_000,
  })
})
