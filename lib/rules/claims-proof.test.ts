import { describe, expect, test } from 'vitest'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { generateDemoData } from '#lib/sandbox/seed/demo-data.ts'
import { setAt } from '#lib/sandbox/seed/set-at.ts'
import { mergeCaptureData } from './bundle-merge.ts'
import { captureShape } from './edit/contract-shape.ts'
import { rulebookOf } from './filing/rulebook.ts'
import { checkCapture } from './scrub/check-capture.ts'
import type { FindCode } from './scrub/icd10-lists.ts'
import { rules } from './scrub/scrub.ts'
import {
  claimDefects,
  consequences,
  withoutDefect,
  type ClaimDefect,
} from './testdata/claim-defects.ts'
import { today } from './testdata/clean-capture.ts'
import { rightClaim } from './testdata/right-claims.ts'

// The rules against claims that no rule was written for: those of the sandbox's generator, which
// knows nothing of the rules. A payer takes them as they are, and refuses them with one defect.

const shape = captureShape()
// Every payer takes claims for a year, so that none of the generator's is late.
const book = rulebookOf([
  { payer_id: '', payer: 'Every other payer', limits: { original: 365 }, source: 'Usual' },
])
const filing = { book, today }

type Claim = { body: JsonObject; data: ChargeCaptureData; isPaid: boolean }
const claims = billedClaims()

/** The insurance claims that the sandbox billed, each with the data of its captures together. */
function billedClaims(): Claim[] {
  const batches = [...generateDemoData({ seed: 20_261_120, captures: 1_400, today })]
  const captures = Map.groupBy(
    batches.flatMap(({ chargeCaptures = [] }) => chargeCaptures),
    ({ claim_creation_id }) => claim_creation_id,
  )
  return batches
    .flatMap(({ claimCreations = [] }) => claimCreations)
    .filter(({ status }) => status === 'successful')
    .flatMap(({ id, claim_status }) => {
      const own = captures.get(id) ?? []
      const data = mergeCaptureData(own.map((each) => JSON.parse(each.data))) as ChargeCaptureData
      const { charge_external_id, patient_external_id, ehr_source_url = null } = own[0]!
      const body = { charge_external_id, patient_external_id, ehr_source_url, status: 'billable' }
      const isPaid = ['paid', 'finalized_paid', 'era_received'].includes(String(claim_status))
      return data.responsible_party === 'INSURANCE_PAY' ? [{ body, data, isPaid }] : []
    })
}

// A list of the year: the codes of the claims can be billed, E11 is a header, others are no codes.
const billableCodes = new Set(
  claims.flatMap(({ data }) => data.diagnoses!.map(({ code }) => code!.replace('.', ''))),
)
const findCode: FindCode = ({ code }) => {
  const plain = code.replace('.', '').toUpperCase()
  if (billableCodes.has(plain)) return 'billable'
  return plain === 'E11' ? 'header' : 'absent'
}

// The organization's providers as the generator made them, by NPI.
const providers = Map.groupBy(
  [...generateDemoData({ seed: 20_261_120, captures: 0, today })].flatMap(
    ({ organizationProviders = [] }) => organizationProviders,
  ),
  ({ npi }) => npi,
)
const findProviders = (npi: string) =>
  (providers.get(npi) ?? []).map(({ body }) => JSON.parse(body) as unknown)

function check({ body, data }: Pick<Claim, 'body' | 'data'>, preEncounter?: 'new') {
  return checkCapture(
    { ...body, data: data as Json },
    { shape, today, filing, findCode, findProviders, preEncounter },
  )
}

function withDefect({ body, data }: Claim, { path, to }: ClaimDefect) {
  const changed = structuredClone({ body, data })
  const isOfData = !Object.hasOwn(body, path)
  setAt(isOfData ? changed.data : changed.body, path, to(data))
  return changed
}

test('100 claims that payers paid have no finding', () => {
  const paid = claims.filter(({ isPaid }) => isPaid).slice(0, 100)
  expect(paid).toHaveLength(100)
  for (const claim of paid) expect([claim.body, check(claim)]).toEqual([claim.body, []])
})

test('500 right claims of every kind have no finding', () => {
  const wrong = Array.from({ length: 500 }, (_, n) => {
    const { name, data } = rightClaim(n)
    const body = { ...claims[0]!.body, charge_external_id: `CHG-${n}`, data: data as Json }
    return { name, found: checkCapture(body, { shape, today }) }
  }).filter(({ found }) => found.length > 0)
  expect(wrong).toEqual([])
})

test('of 150 claims with one to fifteen defects, 98 of 100 defects are found at their fields, and nothing else', () => {
  const [missed, alarms]: [string[], string[]] = [[], []]
  let planted = 0
  for (let n = 0; n < 150; n += 1) {
    const claim = claims[(n * 7) % claims.length]!
    const defects = defectsFor(claim, n, 1 + (n % 15))
    const wrong = defects.reduce<Pick<Claim, 'body' | 'data'>>(
      (now, defect) => withDefect({ ...claim, ...now }, defect),
      claim,
    )
    const found = check(wrong)
    planted += defects.length
    for (const { rule, found: path } of defects)
      if (!found.some((one) => one.rule === rule && one.path === path))
        missed.push(`${rule} at ${path}, with ${defects.map((one) => one.rule).join()}`)
    const meant = new Set(
      defects.flatMap(({ rule }) => [
        rule,
        ...(consequences[rule] ?? []),
        ...(follows[rule] ?? []),
      ]),
    )
    for (const one of found)
      if (!meant.has(one.rule))
        alarms.push(`${one.rule} at ${one.path}, with ${defects.map((each) => each.rule).join()}`)
  }
  expect(alarms).toEqual([])
  expect(planted).toBeGreaterThan(1_000)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(planted * 0.02)
})

// What two defects together make of a line: a code that cannot be read takes no modifier, and a place
// with a blank is not that of the lines.
const follows: { readonly [rule: string]: readonly string[] } = {
  'procedure-code-shape': ['modifier-of-others'],
  'text-spaces': ['place-differs'],
}

// Without this value nobody can know the other defect: whose name an NPI has that is not given, or what
// is wrong with the insurance of a claim that says of nobody who pays.
const hides: { readonly [rule: string]: readonly string[] } = {
  'responsible-party-missing': ['subscriber-missing', 'coverage-skipped'],
  'billing-npi-missing': ['tax-id-not-listed', 'provider-address-not-listed'],
  'rendering-npi-missing': ['provider-name-not-listed'],
  'npi-check-digit': ['provider-name-not-listed'],
  'patient-first-name-missing': ['self-unmarked'],
  'date-future': ['onset-after-service'],
  'date-shape': ['onset-after-service'],
}

/** Defects that a claim can have together: each at members of its own, by another choice for each `n`. */
function defectsFor(claim: Claim, n: number, count: number): ClaimDefect[] {
  const chosen: ClaimDefect[] = []
  const overlap = (a: string, b: string) =>
    a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
  for (let turn = 0; turn < claimDefects.length && chosen.length < count; turn += 1) {
    const defect = claimDefects[(n * 37 + turn * 53) % claimDefects.length]!
    const isApart = chosen.every(
      (each) =>
        ![each.path, each.found].some((at) =>
          [defect.path, defect.found].some((own) => overlap(at, own)),
        ),
    )
    const isHidden = chosen.some(
      ({ rule }) => hides[rule]?.includes(defect.rule) || hides[defect.rule]?.includes(rule),
    )
    if (isApart && !isHidden && !defect.isFilled && defect.fits(claim.data)) chosen.push(defect)
  }
  return chosen
}

describe('a claim with one defect', () => {
  test('each rule has its defect, and they are 100 and more', () => {
    const known = [...claimDefects.map(({ rule }) => rule), ...Object.keys(withoutDefect)]
    expect(known.toSorted()).toEqual(rules.map(({ id }) => id).toSorted())
    expect(claimDefects.length).toBeGreaterThanOrEqual(100)
  })

  test.each(claimDefects.map((one, place) => [one.rule, one, place] as const))(
    '%s is found at its field, and nothing else but what follows from it',
    (rule, defect, place) => {
      const fitting = claims.filter(({ data }) => defect.fits(data))
      expect(fitting.length).toBeGreaterThan(0)
      const claim = fitting[place % fitting.length]!
      const preEncounter = defect.isFilled ? 'new' : undefined
      const found = check(withDefect(claim, defect), preEncounter)
      const severity = defect.severity ?? rules.find(({ id }) => id === rule)!.severity
      expect(found.map((one) => `${one.severity} ${one.rule} ${one.path}`)).toContain(
        `${severity} ${rule} ${defect.found}`,
      )
      const others = new Set(found.flatMap((one) => (one.rule === rule ? [] : one.rule)))
      expect([...others]).toEqual(consequences[rule] ?? [])
    },
  )
})
