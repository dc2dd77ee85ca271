import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { updateContractV3Body } from '#lib/contract/contracts/contracts-v3.ts'
import { mergeTerms } from '#lib/rules/merge/merge-terms.ts'
import { contractPatch, differingTerms, sameTerm } from './contract-patch.ts'
import { contractTermNames, isUnionTerm, termsOf } from './contract-terms.ts'
import { termProblems } from './term-problems.ts'

const runs = { numRuns: testSize(500, 5_000), seed: 22 }

const day = fc.constantFrom('2025-01-01', '2026-03-31', '2026-12-31', '2027-06-30')
const states = fc.subarray(['AK', 'CA', 'NY', 'TX', 'ZZ'])
const unknown = fc.constantFrom({}, { x_partner: 'kept' })
const regions = fc.oneof(
  fc.tuple(states, unknown).map(([list, more]) => ({ type: 'states', states: list, ...more })),
  fc.constant({ type: 'national' }),
)
const insurance = fc.oneof(
  fc.constant({ type: 'allApply' }),
  fc.constant({ type: 'noneApply' }),
  fc
    .subarray(['12', '13', 'HM', 'X9'], { minLength: 1 })
    .map((value) => ({ type: 'theseApply', value })),
)
const word = fc.constantFrom('Ada', 'Tom', 'ada@clinic.test')
const signatory = fc.record(
  { first_name: fc.option(word), last_name: word, email: word, x_partner: word },
  { requiredKeys: [] },
)
const contract = fc
  .record({
    contract_id: fc.constant('c-1'),
    contract_status: fc.constantFrom('pending', 'effective', 'cancelled', 'some_new_status'),
    effective_date: day,
    expiration_date: fc.option(day),
    regions,
    authorized_signatory: fc.option(signatory),
    commercial_insurance_types: insurance,
    medicare_insurance_types: insurance,
    medicaid_insurance_types: insurance,
  })
  .map((made) => made as unknown as JsonObject)

/**
 * Applies an update as the interface describes it, independent of the code that creates the update.
 */
function applied(terms: JsonObject, patch: JsonObject): JsonObject {
  const after = { ...terms }
  for (const [name, change] of Object.entries(patch)) {
    if (['expiration_date', 'regions', 'authorized_signatory'].includes(name)) {
      const { type, ...rest } = change as { type: string; value?: Json } & JsonObject
      if (type === 'remove') after[name] = null
      else after[name] = name === 'authorized_signatory' ? rest : rest.value!
    } else if (change !== null) after[name] = change
  }
  return after
}

describe('the update of a contract', () => {
  test('turns the contract into the wanted one and sends nothing else', () => {
    fc.assert(
      fc.property(contract, contract, (from, to) => {
        const [base, next] = [termsOf(from), termsOf(to)]
        const patch = contractPatch(base, next)
        expect(differingTerms(applied(base, patch), next)).toEqual([])
        for (const name of contractTermNames)
          expect(Object.hasOwn(patch, name)).toBe(!sameTerm(name, base[name], next[name]))
        expect(
          Object.keys(patch).filter(
            (name) => !(contractTermNames as readonly string[]).includes(name),
          ),
        ).toEqual([])
        expect(JSON.stringify(patch)).not.toContain('null')
      }),
      runs,
    )
  })

  test('is a body that the interface accepts', () => {
    fc.assert(
      fc.property(contract, contract, (from, to) => {
        expect(
          updateContractV3Body.safeParse({
            type: 'professional',
            ...contractPatch(termsOf(from), termsOf(to)),
          }).success,
        ).toBe(true)
      }),
      { ...runs, numRuns: testSize(200, 1_000) },
    )
  })

  test('is empty for reordered sets and for a contract read twice', () => {
    const shuffled = (value: Json): Json =>
      Array.isArray(value)
        ? value.toReversed()
        : isJsonObject(value)
          ? Object.fromEntries(
              Object.entries(value).map(([name, member]) => [name, shuffled(member)]),
            )
          : value
    fc.assert(
      fc.property(contract, (made) => {
        expect(contractPatch(termsOf(made), termsOf(shuffled(made) as JsonObject))).toEqual({})
      }),
      runs,
    )
  })

  test('removes an empty signatory and sends the unknown members of a remaining one', () => {
    expect(
      contractPatch(
        { authorized_signatory: { first_name: 'Ada' } },
        { authorized_signatory: { first_name: null, email: '' } },
      ),
    ).toEqual({ authorized_signatory: { type: 'remove' } })
    expect(
      contractPatch(
        { authorized_signatory: { first_name: 'Ada', x_partner: 1 } },
        { authorized_signatory: { first_name: 'Tom', x_partner: 1, fax: null } },
      ),
    ).toEqual({
      authorized_signatory: { type: 'set', first_name: 'Tom', x_partner: 1 },
    })
  })
})

describe('two people edit one contract', () => {
  test('loses no change silently and keeps unions whole', () => {
    fc.assert(
      fc.property(contract, contract, contract, (a, b, c) => {
        const [base, mine, theirs] = [termsOf(a), termsOf(b), termsOf(c)]
        const { merged, conflicts } = mergeTerms({ base, mine, theirs }, isUnionTerm)
        const asked = new Set(conflicts.map(({ path }) => path.split('.')[0]))
        for (const name of contractTermNames) {
          if (asked.has(name) || name === 'authorized_signatory') continue
          const isMine = !sameJson(base[name] ?? null, mine[name] ?? null)
          expect(merged[name]).toEqual(isMine ? mine[name] : theirs[name])
        }
        const taken = mergeTerms(
          { base, mine, theirs },
          isUnionTerm,
          conflicts.map(({ path }) => ({ path, take: 'theirs' as const })),
        )
        expect(taken.conflicts).toEqual([])
        for (const name of ['regions', 'commercial_insurance_types'])
          expect([mine[name], theirs[name]]).toContainEqual(taken.merged[name])
      }),
      runs,
    )
  })
})

describe('problems of contract terms', () => {
  const good = {
    contract_status: 'effective',
    effective_date: '2026-01-01',
    regions: { type: 'national' },
    commercial_insurance_types: { type: 'allApply' },
    medicare_insurance_types: { type: 'noneApply' },
    medicaid_insurance_types: { type: 'theseApply', value: ['MC'] },
  }
  const problem = (change: JsonObject) =>
    termProblems({ ...good, ...change }).map(({ path }) => path)

  test('accepts all terms that the partner accepts, including a contract of one day', () => {
    expect(problem({})).toEqual([])
    expect(problem({ expiration_date: '2026-01-01' })).toEqual([])
    expect(problem({ regions: { type: 'states', states: ['ZZ'] } })).toEqual([])
    expect(problem({ regions: { type: 'some_new_kind' } })).toEqual([])
  })

  test.each<[string, JsonObject, string]>([
    ['dates reversed', { expiration_date: '2025-12-31' }, 'expiration_date'],
    ['an impossible date', { effective_date: '2026-02-30' }, 'effective_date'],
    ['no effective date', { effective_date: null }, 'effective_date'],
    ['a removed status', { contract_status: null }, 'contract_status'],
    ['no state', { regions: { type: 'states', states: [] } }, 'regions'],
    ['no regions', { regions: null }, 'regions'],
    [
      'these types, but none chosen',
      { medicaid_insurance_types: { type: 'theseApply', value: [] } },
      'medicaid_insurance_types',
    ],
    [
      'an insurance line without a value',
      { commercial_insurance_types: null },
      'commercial_insurance_types',
    ],
  ])('%s is reported at its field', (_, change, path) => {
    expect(problem(change)).toEqual([path])
  })

  test('a new contract may leave the status to the partner', () => {
    expect(termProblems({ ...good, contract_status: null }, { isStatusNeeded: false })).toEqual([])
  })
})
