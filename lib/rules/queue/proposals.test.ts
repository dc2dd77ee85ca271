import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import {
  claimProposals,
  listProposals,
  matchesOf,
  onlySure,
  questionAt,
  rankProposals,
  recordProposals,
  type Proposal,
} from './proposals.ts'

const card = 'data.subscriber_primary.insurance_card'
const npi = 'data.rendering_provider.npi'

const capture = (data: JsonObject, rest: JsonObject = {}): JsonObject => ({
  patient_external_id: 'PAT-1',
  ...rest,
  data,
})

const withCard = (insurance_card: JsonObject, rest: JsonObject = {}) =>
  capture({ subscriber_primary: { insurance_card } }, rest)

describe('what a list is asked', () => {
  it('asks the payer list by the name on the card', () => {
    const record = withCard({ payer_id: 'UNK77', payer_name: 'Stonegate Life' })
    expect(questionAt(record, `${card}.payer_id`)).toEqual({
      of: 'payers',
      by: 'name',
      text: 'Stonegate Life',
      search: 'Stonegate Life',
      member: 'payer_id',
    })
  })

  it('asks the provider list by name for an NPI, and by NPI for the rest', () => {
    const person = { first_name: 'Avery', last_name: 'Moss', npi: '1234567893' }
    const record = capture({ rendering_provider: person })
    expect(questionAt(record, npi)).toMatchObject({
      by: 'name',
      text: 'Avery Moss',
      search: 'Moss',
    })
    expect(questionAt(record, 'data.rendering_provider.taxonomy_code')).toMatchObject({
      by: 'npi',
      text: '1234567893',
    })
  })

  test.each([
    ['a card without a payer’s name', withCard({ payer_id: 'UNK77' }), `${card}.payer_id`],
    ['a provider without a name', capture({ rendering_provider: { npi: '1' } }), npi],
    [
      'a provider of another organization',
      capture({ referring_provider: { npi: '1', last_name: 'Moss' } }),
      'data.referring_provider.npi',
    ],
    [
      'a diagnosis',
      capture({ diagnoses: [{ code: 'E11', name: 'Diabetes' }] }),
      'data.diagnoses.0.code',
    ],
  ])('asks nothing about %s', (_, record, name) => {
    expect(questionAt(record, name)).toBeUndefined()
  })
})

describe('what a list answers', () => {
  const question = questionAt(withCard({ payer_name: 'Stonegate Life' }), `${card}.payer_id`)!
  const entry = (payer_name: string, payer_id: string) => ({ payer_name, payer_id })
  const answersTo = (...entries: object[]) =>
    listProposals(question, matchesOf(question, entries), {
      path: `${card}.payer_id`,
      day: undefined,
    })

  it('is sure of the one entry with exactly this name, in any spelling of it', () => {
    expect(
      answersTo(entry('STONEGATE  LIFE', 'SGL10'), entry('Stonegate Lifetime', 'SGL99')),
    ).toEqual([
      {
        path: `${card}.payer_id`,
        value: 'SGL10',
        source: 'Payer list, exact name',
        from: 'list',
        isSure: true,
      },
    ])
  })

  it('knows a name with and without accents, apostrophes and hyphens', () => {
    const asked = questionAt(withCard({ payer_name: 'O’Hara–Nicolás Life' }), `${card}.payer_id`)!
    for (const name of [
      "O'Hara-Nicola\u0301s Life",
      'OHara Nicolas Life',
      'oʼhara\u2011nicolás life',
    ])
      expect(matchesOf(asked, [entry(name, 'OHN10')]), name).toMatchObject([{ isExact: true }])
  })

  it('is sure of none of two entries with the same name', () => {
    const found = answersTo(entry('Stonegate Life', 'SGL10'), entry('Stonegate Life', 'SGL11'))
    expect(found.map(({ value, isSure }) => [value, isSure])).toEqual([
      ['SGL10', false],
      ['SGL11', false],
    ])
  })

  it('names near entries, at most three, and is sure of none', () => {
    const found = answersTo(
      ...['East', 'West', 'North', 'South'].map((part) => entry(`Stonegate Life ${part}`, part)),
    )
    expect(found.map(({ source, isSure }) => [source, isSure])).toEqual([
      ['Payer list, Stonegate Life East', false],
      ['Payer list, Stonegate Life West', false],
      ['Payer list, Stonegate Life North', false],
    ])
  })

  it('is not sure of a provider who had left on the day of the service', () => {
    const asked = questionAt(
      capture({ rendering_provider: { first_name: 'Avery', last_name: 'Moss' } }),
      npi,
    )!
    const left = {
      first_name: 'Avery',
      last_name: 'Moss',
      npi: '1093817465',
      employment_termination_date: '2026-05-01',
    }
    const on = (day: string) => listProposals(asked, matchesOf(asked, [left]), { path: npi, day })
    expect(on('2026-04-30')).toMatchObject([{ isSure: true, source: 'Provider list, exact name' }])
    expect(on('2026-05-02')).toMatchObject([
      { isSure: false, source: 'Provider list, Avery Moss, who left on 05/01/2026' },
    ])
  })
})

describe('what the record says of the end of a visit', () => {
  const end = 'data.end_date_of_service'
  const visit = (...days: string[]) =>
    capture({
      date_of_service: '2026-08-03',
      end_date_of_service: '2026-07-31',
      service_lines: days.map((date_of_service) => ({ date_of_service })),
    })
  const said = (...days: string[]) =>
    recordProposals(visit(...days), end).map(({ value, source, isSure }) => [value, source, isSure])
  const none = [null, 'a visit of one day needs no end date', false]

  it('proposes the day that all lines have', () => {
    expect(said('2026-08-03', '2026-08-03')).toEqual([
      ['2026-08-03', 'lines 1 and 2 say so', true],
      none,
    ])
  })

  it('leaves the choice to a person where lines differ', () => {
    expect(said('2026-08-03', '2026-08-06')).toEqual([
      ['2026-08-03', 'line 1 says so', false],
      ['2026-08-06', 'line 2 says so', false],
      none,
    ])
  })

  it('says nothing of an end that is not before its start', () => {
    const fine = capture({ date_of_service: '2026-08-03', end_date_of_service: '2026-08-03' })
    expect(recordProposals(fine, end)).toEqual([])
  })
})

describe('what the other captures of the claim say', () => {
  const payer = `${card}.payer_id`
  const mine = withCard({ payer_id: 'UNK77', payer_name: 'Stonegate Life' })
  const sibling = (content: JsonObject, inError: string[] = []) => ({
    name: 'CHG-12079',
    content,
    inError: new Set(inError),
  })
  const right = withCard({ payer_id: 'SGL10', payer_name: 'Stonegate Life' })

  it('proposes the id of the same payer, and says from which capture', () => {
    expect(claimProposals(mine, payer, [sibling(right)])).toEqual([
      {
        path: payer,
        value: 'SGL10',
        source: 'from CHG-12079 of this claim',
        from: 'same-claim',
        isSure: true,
      },
    ])
  })

  test.each([
    ['of another payer', sibling(withCard({ payer_id: 'BSB11', payer_name: 'Bluestem' }))],
    ['of a capture that is in error there', sibling(right, [payer])],
  ])('says nothing %s', (_, other) => {
    expect(claimProposals(mine, payer, [other])).toEqual([])
  })

  it('never carries a member id to another patient or payer', () => {
    const member = `${card}.member_id`
    const own = withCard({ member_id: 'PENDING', payer_id: 'SGL10' })
    const from = (content: JsonObject) => claimProposals(own, member, [sibling(content)])
    const theirs = { member_id: 'W123456', payer_id: 'SGL10' }
    expect(from(withCard(theirs))).toMatchObject([{ value: 'W123456' }])
    expect(from(withCard(theirs, { patient_external_id: 'PAT-2' }))).toEqual([])
    expect(from(withCard({ ...theirs, payer_id: 'BSB11' }))).toEqual([])
  })

  it('never speaks of diagnoses, lines or codes', () => {
    const coded = capture({
      diagnoses: [{ code: 'E11.9' }],
      service_lines: [{ procedure_code: '99213' }],
    })
    for (const name of ['data.diagnoses.0.code', 'data.service_lines.0.procedure_code'])
      expect(claimProposals(capture({}), name, [sibling(coded)])).toEqual([])
  })
})

describe('proposals that meet', () => {
  const one = (value: string, source: string, isSure = true): Proposal => ({
    path: npi,
    value,
    source,
    from: 'list',
    isSure,
  })

  it('says one value once, with all its sources', () => {
    expect(rankProposals([one('1', 'Provider list'), one('1', 'from CHG-1')], 'x')).toEqual([
      { ...one('1', 'Provider list · from CHG-1') },
    ])
  })

  it('lets a key take the only sure one, and none where two differ', () => {
    const near = one('3', 'c', false)
    expect(onlySure(rankProposals([near, one('1', 'a')], 'x'))?.value).toBe('1')
    expect(onlySure(rankProposals([one('1', 'a'), one('2', 'b'), near], 'x'))).toBeUndefined()
    expect(onlySure([near])).toBeUndefined()
  })

  it('leaves out what the field has', () => {
    expect(rankProposals([one('1', 'a')], '1')).toEqual([])
  })
})
