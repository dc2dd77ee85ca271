import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { isLeaf } from '#lib/rules/edit/field-shape.ts'
import { isGiven, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import type { BundledCapture } from '#lib/sandbox/bundling/bundled-capture.ts'
import { evaluateBundle } from '#lib/sandbox/bundling/evaluate.ts'
import type { Lookups } from '#lib/sandbox/bundling/lookups.ts'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import { generateDemoData } from '#lib/sandbox/seed/demo-data.ts'
import { applyChange, shapeOfPath, type ReadChange } from './bulk-change.ts'
import { classOf } from './change-class.ts'
import {
  changedCapture,
  claimErrorsOf,
  forecastOf,
  valuesToLookUp,
  type ChangedCapture,
} from './forecast.ts'
import { judgeChange } from './judge-change.ts'
import { isListedField, type FindListed } from './listed-values.ts'

// The forecast of a bulk fix against what the sandbox makes of the same captures.

const batches = [...generateDemoData({ seed: 20_261_121, captures: 1_500, today })]
const lookups = lookupsOf()
const lists = listsOf()
const claims = claimsOf()
type Claim = (typeof claims)[number]

function lookupsOf(): Lookups {
  const rows = batches.flatMap(({ organizationProviders = [] }) => organizationProviders)
  const facilities = batches.flatMap(({ serviceFacilities = [] }) => serviceFacilities)
  const payers = batches.flatMap((batch) => batch.payers ?? [])
  const facility = (row: (typeof facilities)[number] | undefined) => {
    if (!row) return undefined
    const { name, aliases, status } = JSON.parse(row.body) as {
      name: string
      aliases?: string[]
      status: string
    }
    return { name: foldName(name), aliases: (aliases ?? []).map(foldName), status }
  }
  return {
    today,
    hasBillingProvider: (npi) => rows.some((row) => row.npi === npi && row.is_billing),
    renderingProvider(npi) {
      const row = rows.find((each) => each.npi === npi && each.is_rendering)
      const body = row && (JSON.parse(row.body) as JsonObject)
      return (
        body && {
          employment_start_date: textAt(body, 'employment_start_date') ?? null,
          employment_termination_date: textAt(body, 'employment_termination_date') ?? null,
        }
      )
    },
    facilityById: (id) => facility(facilities.find((row) => row.id === id)),
    facilityByNpi: (npi) => facility(facilities.find((row) => row.npi === npi)),
    hasPayer: (id) => payers.some((row) => row.payer_id === id),
    hasExternalId: () => false,
    hasControlNumber: () => false,
  }
}

/** What the sandbox's lists have, as they are looked up. */
function listsOf() {
  const entries = (rows: readonly { body: string }[]) =>
    rows.map(({ body }) => JSON.parse(body) as JsonObject)
  const providers = batches.flatMap(({ organizationProviders = [] }) => organizationProviders)
  return {
    payers: entries(batches.flatMap(({ payers = [] }) => payers)),
    facilities: entries(batches.flatMap(({ serviceFacilities = [] }) => serviceFacilities)),
    'billing-providers': entries(providers.filter((row) => row.is_billing)),
    'rendering-providers': entries(providers.filter((row) => row.is_rendering)),
  }
}

/** The claims that are tried: their captures, errors, and what they charge in cents. */
function claimsOf() {
  const captures = batches.flatMap(({ chargeCaptures = [] }) => chargeCaptures)
  return [...Map.groupBy(captures, ({ claim_creation_id: id }) => id)].flatMap(([id, rows]) => {
    const own = rows.map(
      (row) => ({ ...row, data: JSON.parse(row.data) as Json }) as unknown as BundledCapture,
    )
    const { status, errors } = evaluateBundle(own, lookups)
    if (id === '' || !['in-error', 'successful'].includes(status)) return []
    const cents = own.reduce((sum, { data }) => {
      const lines = valueAt(data, 'service_lines') as { charge_amount_cents?: number }[]
      return sum + lines.reduce((all, line) => all + (line.charge_amount_cents ?? 0), 0)
    }, 0)
    return [{ own, status, errors, cents }]
  })
}

const bodyOf = ({ data, status, charge_external_id, patient_external_id }: BundledCapture) =>
  ({ data, status, charge_external_id, patient_external_id }) as JsonObject

// A capture with another patient, day, facility or organization is in another claim.
const grouping =
  /external_id$|^data\.date_of_service$|service_facility|^data\.billing_provider\.npi$/
const errored = claims.filter(({ status }) => status === 'in-error')
const targets = errored.flatMap((claim) =>
  claimErrorsOf({ errors: claim.errors }, asListed(claim)).flatMap(({ capture, path }) => {
    const shape = path === undefined ? undefined : shapeOfPath(captureShape(), path)
    const isSettable = path !== undefined && classOf({ kind: 'map', path }, []).kind !== 'refused'
    return capture !== undefined && isSettable && shape && isLeaf(shape) && !grouping.test(path)
      ? [{ claim, capture, path }]
      : []
  }),
)

function asListed({ own }: Claim) {
  return own.map(({ id, data }) => ({ id, charge_capture_data: data }))
}

// A payer and an NPI that nobody has, and providers of another kind.
const strange = (path: string): Json[] =>
  !isListedField(path)
    ? []
    : path.endsWith('payer_id')
      ? ['ZZ999']
      : ['1999999984', lists['billing-providers'][0]!.npi!, lists['rendering-providers'][0]!.npi!]

/** Values of a field in claims that billed, those of the same payer and provider first. */
function valuesFor(path: string, like: BundledCapture): Json[] {
  const bodies = claims
    .filter(({ status }) => status === 'successful')
    .flatMap(({ own }) => own.map(bodyOf))
  const same = (each: JsonObject, at: string) =>
    textAt(each, `data.${at}`) === textAt(like.data, at)
  const near = bodies.filter(
    (each) =>
      same(each, 'subscriber_primary.insurance_card.payer_name') &&
      same(each, 'rendering_provider.last_name'),
  )
  const some = near.some((each) => isGiven(valueAt(each, path))) ? near : bodies
  const right = some.flatMap((each) => {
    const value = valueAt(each, path) as Json | undefined
    return isGiven(value) ? [value!] : []
  })
  return [...right, ...strange(path)]
}

test('the forecast of random bulk fixes is what bills in the sandbox, in claims and cents', () => {
  expect(targets.length).toBeGreaterThan(50)
  let all = 0
  let unknown = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(targets.length - 1), fc.nat(), fc.boolean()), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.boolean(),
      (picks, isLookedUp) => {
        const sum = { forecast: [0, 0], billed: [0, 0] }
        const find: FindListed = ({ of, by, text }) =>
          isLookedUp ? lists[of].filter((entry) => entry[by] === text) : undefined
        for (const claim of new Set(picks.map(([at]) => targets[at]!.claim))) {
          const changes = new Map<string, ChangedCapture>()
          for (const [at, place, isAll] of picks) {
            const { claim: of, capture, path } = targets[at]!
            if (of !== claim || changes.size > 0) continue
            const found = claim.own.find(({ id }) => id === capture)!
            const values = valuesFor(path, found)
            if (values.length === 0) continue
            const change: ReadChange = { kind: 'set', path, value: values[place % values.length]! }
            for (const each of isAll ? claim.own : [found]) {
              const applied = applyChange(bodyOf(each), change)
              if (applied.kind !== 'changed') continue
              const judged = judgeChange(bodyOf(each), applied.after, {
                shape: captureShape(),
                today,
              })
              if (judged.added.length === 0)
                changes.set(each.id, changedCapture(bodyOf(each), applied.after, judged))
            }
          }
          const { outlook } = forecastOf(
            {
              isTried: true,
              errors: claimErrorsOf({ errors: claim.errors }, asListed(claim)),
              bodies: new Map(claim.own.map((each) => [each.id, bodyOf(each)])),
            },
            changes,
            { today, find },
          )
          const after = claim.own.map((each) => ({
            ...each,
            ...(changes.get(each.id)?.after as object),
          }))
          const { status } = evaluateBundle(after as BundledCapture[], lookups)
          const isBilled = status === 'successful'
          // What is not known may bill or not. Of what is, nothing is claimed that does not.
          if (outlook === 'unknown') {
            unknown += 1
            continue
          }
          if (outlook === 'bills')
            sum.forecast = [sum.forecast[0]! + 1, sum.forecast[1]! + claim.cents]
          if (isBilled) sum.billed = [sum.billed[0]! + 1, sum.billed[1]! + claim.cents]
        }
        expect(sum.forecast).toEqual(sum.billed)
        all += sum.billed[0]!
      },
    ),
    { numRuns: testSize(20, 1_000) },
  )
  expect(all).toBeGreaterThan(10)
  expect(unknown).toBeGreaterThan(0)
})

test('a payer ID or an NPI that nobody has looked up, or that no list has, bills nowhere in a forecast', () => {
  const listedTargets = targets.filter(({ path }) => isListedField(path))
  expect(listedTargets.length).toBeGreaterThan(10)
  for (const { claim, capture, path } of listedTargets.slice(0, 20)) {
    const found = claim.own.find(({ id }) => id === capture)!
    for (const value of [valuesFor(path, found)[0]!, ...strange(path)]) {
      const applied = applyChange(bodyOf(found), { kind: 'set', path, value })
      if (applied.kind !== 'changed') continue
      const terms = { shape: captureShape(), today }
      const judged = judgeChange(bodyOf(found), applied.after, terms)
      const changes = new Map([[capture, changedCapture(bodyOf(found), applied.after, judged)]])
      const before = {
        isTried: true,
        errors: claimErrorsOf({ errors: claim.errors }, asListed(claim)),
        bodies: new Map(claim.own.map((each) => [each.id, bodyOf(each)])),
      }
      const asked = valuesToLookUp(before, changes)
      expect(asked.map(({ text }) => text)).toEqual([value])
      for (const find of [() => undefined, () => []]) {
        const { outlook, unknown } = forecastOf(before, changes, { today, find })
        expect([outlook, unknown]).not.toContain('bills')
        expect(unknown[0]).toContain(String(value))
      }
    }
  }
})
