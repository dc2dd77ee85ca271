import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { spanProblems, spanWarnings } from './span-problems.ts'
import { newSpanShape, spanShape } from './span-shapes.ts'
import { mergeTerms } from '#lib/rules/merge/merge-terms.ts'
import {
  coveredMember,
  isWholeTerm,
  spanPatch,
  spanTermNames,
  termsOf,
  termsOfRequest,
} from './span-terms.ts'

const [a, b, c] = ['a', 'b', 'c'].map(
  (letter) => `00000000-0000-4000-8000-00000000000${letter}`,
) as [string, string, string]
const whole = {
  contracting_provider_id: a,
  payer_uuid: b,
  service_facility_id: c,
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  submitted_date: '2025-10-01',
  payer_loaded_date: '2025-12-01',
}
const needed = ['contracting_provider_id', 'payer_uuid', 'service_facility_id']
const states = (...names: string[]) => ({ type: 'states', states: names })

describe('the problems of a span', () => {
  it.each([
    ['nothing', {}, {}],
    [
      'nothing without dates',
      { start_date: null, end_date: '', submitted_date: null, payer_loaded_date: null },
      {},
    ],
    ['nothing on a span of one day', { end_date: '2026-01-01' }, {}],
    [
      'an end before the start',
      { end_date: '2025-12-31' },
      { end_date: /before the effective date/ },
    ],
    ['an impossible date', { start_date: '2026-02-30' }, { start_date: /real date/ }],
    ['no payer', { payer_uuid: '' }, { payer_uuid: /Choose the payer/ }],
    [
      'an NPI for a provider',
      { contracting_provider_id: '1234567893' },
      { contracting_provider_id: /This is an NPI/ },
    ],
    ['a payer id for a payer', { payer_uuid: 'AETNA-01' }, { payer_uuid: /isn’t a partner ID/ }],
    [
      'a number for a facility',
      { service_facility_id: 17 },
      { service_facility_id: /Choose the service facility/ },
    ],
  ])('%s', (_, change, wanted) => {
    const found = spanProblems('facility', { ...whole, ...change } as JsonObject, needed)
    expect(Object.fromEntries(found.map(({ path, message }) => [path, message]))).toEqual(
      Object.fromEntries(
        Object.entries(wanted).map(([path, words]) => [path, expect.stringMatching(words)]),
      ),
    )
  })

  it.each([
    [undefined, /whole country/],
    [states(), /at least one state/],
    [states('OR'), /^$/],
    [{ type: 'national' }, /^$/],
    [{ type: 'a kind to come', of: 1 }, /^$/],
  ])('the regions %j', (regions, words) => {
    const [found] = spanProblems(
      'provider',
      { ...whole, ...(regions === undefined ? {} : { regions }) } as JsonObject,
      [],
    )
    expect(found?.message ?? '').toMatch(words)
  })

  it.each([
    [{}, []],
    [{ payer_loaded_date: '2025-09-30' }, ['payer_loaded_date']],
    [{ payer_loaded_date: '2027-01-01' }, ['payer_loaded_date']],
    [{ start_date: null }, ['start_date']],
    [{ start_date: null, payer_loaded_date: null }, []],
  ])('a warning, not a problem: %j', (change, paths) => {
    expect(spanWarnings({ ...whole, ...change }).map((issue) => issue.path)).toEqual(paths)
  })
})

const span = (kind: 'facility' | 'provider') => ({
  [`${kind}_credentialing_span_id`]: 's',
  contracting_provider: { organization_provider_id: a, npi: '1' },
  payer: { payer_uuid: b, payer_id: 'P' },
  start_date: '2026-01-01',
  end_date: null,
  submitted_date: '2025-10-01',
  credentialing_status: 'pending',
  is_enabled: true,
  ...(kind === 'provider' ? { regions: states('WA', 'OR') } : {}),
})

describe.each(['facility', 'provider'] as const)('the terms of a %s span', (kind) => {
  it('are the members of its update, read equally from a span and from a request', () => {
    expect(Object.keys(spanShape(kind).members).toSorted()).toEqual(
      [...spanTermNames(kind)].toSorted(),
    )
    expect(Object.keys(newSpanShape(kind).members).toSorted()).toEqual(
      [...spanTermNames(kind), coveredMember[kind]].toSorted(),
    )
    const terms = termsOf(kind, span(kind))
    expect(terms).toMatchObject({
      contracting_provider_id: a,
      payer_uuid: b,
      end_date: null,
      payer_loaded_date: null,
    })
    const request = {
      contracting_provider_id: a,
      payer_uuid: b,
      start_date: '2026-01-01',
      submitted_date: '2025-10-01',
      [coveredMember[kind]]: c,
      ...(kind === 'provider' ? { regions: states('OR', 'WA') } : {}),
    }
    expect(termsOfRequest(kind, request)).toEqual(terms)
  })

  it('are sent only if they differ, for a facility span with its contracting provider', () => {
    const terms = termsOf(kind, span(kind))
    expect(spanPatch(kind, terms, { ...terms })).toEqual({})
    const named = kind === 'facility' ? { contracting_provider_id: a } : {}
    expect(spanPatch(kind, terms, { ...terms, end_date: '2026-06-30', start_date: null })).toEqual({
      ...named,
      end_date: '2026-06-30',
      start_date: null,
    })
    expect(spanPatch(kind, terms, { ...terms, contracting_provider_id: c })).toEqual({
      contracting_provider_id: c,
    })
  })
})

it('regions merge as a whole: national against another person’s states is a conflict', () => {
  const base = termsOf('provider', span('provider'))
  const mine = { ...base, regions: { type: 'national' }, end_date: '2027-01-01' }
  const theirs = { ...base, regions: states('OR', 'WA', 'CA'), start_date: '2026-02-01' }
  const asked = mergeTerms({ base, mine, theirs }, isWholeTerm)
  expect(asked.conflicts).toEqual([
    {
      path: 'regions',
      base: states('OR', 'WA'),
      mine: { type: 'national' },
      theirs: states('OR', 'WA', 'CA'),
    },
  ])
  expect(asked.theirsChanges).toEqual([
    { path: 'start_date', before: '2026-01-01', after: '2026-02-01' },
  ])
  expect(
    mergeTerms({ base, mine, theirs }, isWholeTerm, [{ path: 'regions', take: 'mine' }]),
  ).toMatchObject({
    conflicts: [],
    merged: { regions: { type: 'national' }, end_date: '2027-01-01', start_date: '2026-02-01' },
  })
})
