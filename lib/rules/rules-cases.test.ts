import { describe, expect, it, test } from 'vitest'
import { fixOf, isMostlyDenied, rankFixes, targetOf, type KnownFix } from './queue/fix-memory.ts'
import { bundled } from '#lib/sandbox/bundling/testdata/bundled.ts'
import { checkAcross } from '#lib/sandbox/bundling/cross-checks.ts'
import { mergeCaptureData } from './bundle-merge.ts'
import { mergeThree } from './merge/merge-three.ts'
import { duplicateOf } from './new-records/new-capture.ts'
import { checkCapture } from './scrub/check-capture.ts'
import { scrubCapture } from './scrub/scrub.ts'
import type { ClaimCase } from './testdata/rules-cases/claim-case.ts'
import { claimClock, clockWords, filingClock, filingFacts } from './filing/filing-clock.ts'
import { judgeCapture, verdictOfAll } from './coverage/at-risk.ts'
import { whyWords } from './coverage/why-words.ts'
import { coverageCases, coveredSpan } from './testdata/rules-cases/coverage.ts'
import { rulebookOf } from './filing/rulebook.ts'
import { diagnosisCases } from './testdata/rules-cases/diagnoses.ts'
import { falseAlarmCases } from './testdata/rules-cases/false-alarms.ts'
import { fieldCases } from './testdata/rules-cases/fields.ts'
import { filingCases } from './testdata/rules-cases/filing.ts'
import { identifierCases } from './testdata/rules-cases/identifiers.ts'
import { promiseCases } from './testdata/rules-cases/promises.ts'
import { severityCases } from './testdata/rules-cases/severities.ts'
import { subscriberCases } from './testdata/rules-cases/subscribers.ts'
import { lineCases } from './testdata/rules-cases/lines.ts'
import { bundleCases, duplicateCase, mergeCases } from './testdata/rules-cases/merges.ts'
import { memoryCases } from './testdata/rules-cases/memory.ts'
import { billedDiff } from './billed-diff/billed-diff.ts'
import {
  daysToReturn,
  missingReason,
  overpaymentRisk,
  paidOf,
  returnBy,
} from './billed-diff/overpayment.ts'
import { billable, cleanData, cleanWith, today } from './testdata/clean-capture.ts'
import { advice } from './billed-diff/advice.ts'
import { changeSigns } from './billed-diff/change-signs.ts'
import { claimFacts } from './billed-diff/claim-facts.ts'
import { adviceCases, returnCases } from './testdata/rules-cases/advice.ts'
import { adviceByStatus } from './testdata/rules-cases/advice-by-status.ts'
import { causeOf } from '#lib/rules/queue/cause.ts'
import { recordValues } from '#lib/rules/queue/record-values.ts'
import { causeCases } from './testdata/rules-cases/causes.ts'
import { parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import { readChange } from '#lib/rules/bulk/bulk-change.ts'
import {
  classOf,
  isDeclared,
  keptDiagnosis,
  missingReason as missingFor,
  usualKind,
  valuesOf,
} from '#lib/rules/bulk/change-class.ts'
import { resolveReasonIds, resolveWords } from '#lib/rules/bulk/resolve-reasons.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { bulkCases, billedCase, resolveCase } from '#lib/rules/testdata/rules-cases/bulk.ts'
import {
  chosenAmount,
  noSums,
  stateOfCapture,
  statesToSend,
} from '#lib/rules/bulk/chosen-amount.ts'

// The acceptance cases of the billing rules, one data file for each part.

const namedCases = <Case extends { id: string }>(cases: readonly Case[]) =>
  cases.map((one) => [one.id, one] as const)

const answersOf = ({ changes, status = 'billable', expected }: ClaimCase) => {
  const body = { status, charge_external_id: 'CHG-20418', patient_external_id: 'PAT-0042' }
  const findings = checkCapture(
    { ...body, data: cleanWith(changes) as Json },
    { shape: captureShape(), today },
  )
  return expected.map(({ path, words }) => {
    const at = findings.filter((one) => one.path === path)
    const severity =
      at.length === 0 ? 'silent' : at.find((one) => words.test(one.message))?.severity
    return { path, severity, fixes: at.flatMap(({ fix }) => fix?.label ?? []) }
  })
}
const wantedOf = ({ expected }: ClaimCase) =>
  expected.map(({ path, severity, fix }) => ({ path, severity, fixes: fix ? [fix] : [] }))

const claimCases: readonly ClaimCase[] = [
  ...severityCases,
  ...falseAlarmCases,
  ...promiseCases,
  ...identifierCases,
  ...subscriberCases,
  ...diagnosisCases,
  ...lineCases,
  ...fieldCases,
]

describe('one claim', () => {
  test.each(namedCases(claimCases))('%s', (_id, one) =>
    expect(answersOf(one)).toEqual(wantedOf(one)),
  )
})

describe('filing limits', () => {
  test.each(namedCases(filingCases))('%s', (_id, one) => {
    const {
      claim,
      rules = [],
      rank = 'primary',
      remittedOn,
      today,
      expected,
      check,
      words = /./,
    } = one
    const data = cleanWith(claim)
    const book = rulebookOf(rules)
    const facts = { ...filingFacts(data), primary_remitted_on: remittedOn }
    const insurance = facts.insurances.find((each) => each.rank === rank)!
    const clock = filingClock(facts, insurance, book, today)
    expect(clock).toMatchObject(expected)
    expect(clockWords(clock)).toMatch(words)
    if (!check) return
    expect(claimClock(facts, book, today)?.clock.state).toBe(expected.state)
    const said = scrubCapture({ ...billable(data), filing: { book, today } }).filter(
      ({ rule }) => rule === 'timely-filing',
    )
    expect(said.map(({ severity, certain }) => ({ severity, certain }))).toEqual(
      check === 'silent' ? [] : [{ severity: check.severity, certain: false }],
    )
    expect(said[0]?.message ?? '').toMatch(check === 'silent' ? /^$/ : check.words)
  })
})

describe('coverage verdicts', () => {
  test.each(namedCases(coverageCases))('%s', (_id, one) => {
    const { visit, part, contract, spans = [coveredSpan], pair, verdict, reason, words } = one
    const days = { from: '2026-11-01', to: '2026-11-01' }
    const judgement = judgeCapture(
      {
        id: 'x',
        payer_id: 'PAY',
        billing_npi: 'bill',
        rendering_npi: 'npi1',
        facility_state: 'NC',
        parts: [{ ...days, cents: 12_500, isAtFacility: true, lines: [0], ...part }],
        ...visit,
      },
      [
        {
          npi: 'bill',
          contracts: [
            {
              contract_id: 'c1',
              type: 'professional',
              status: 'effective',
              effective_date: '2024-01-01',
              ...contract,
            },
          ],
          providers: new Map([['npi1', { id: 'p1', spans }]]),
          facilities: new Map(),
          isRosterWhole: true,
          areFacilitiesWhole: true,
          ...pair,
        },
      ],
      { idOf: () => undefined, stateOf: () => undefined },
      { asOf: '2026-11-26', expiringDays: 0, retroactiveDays: one.retroactiveDays },
    )
    const parts = 'parts' in judgement ? judgement.parts : []
    expect(verdictOfAll(parts)).toBe(verdict)
    const reasons = parts.flatMap((found) => ('reasons' in found ? found.reasons : []))
    expect(reasons).toMatchObject(reason ? [reason] : [])
    const said = reasons.map((each) => whyWords(each)).join(' ')
    expect(said).toMatch(words ?? '')
  })
})

describe('values that cleared an error before', () => {
  test.each(namedCases(memoryCases))('%s', (_id, one) => {
    const record = (patient: string, value: Json) => {
      const { patient_external_id, ...data } = {
        ...one.values,
        [one.control]: value,
        patient_external_id: patient,
      }
      const changes = Object.entries(data).map(([control, each]) => [
        control.replace(/^data\./, ''),
        each,
      ])
      return { patient_external_id, data: cleanWith(Object.fromEntries(changes)) } as JsonObject
    }
    const { learnt, control, times = 1, denied = 0, expected } = one
    const known = Array.from({ length: times }, (_, index): KnownFix => {
      const patient = `PAT-${index}`
      const fix = fixOf(record(patient, learnt.from), record(patient, learnt.to), control)!
      return {
        ...fix,
        capture: patient,
        isBilled: true,
        isDenied: index < denied,
        by: undefined,
        at: '2026-11-01',
      }
    })
    const offers = rankFixes(known, targetOf(record('PAT-other', one.now), control))
    expect(offers.map((offer) => [offer.value, offer.times, offer.billed, offer.denied])).toEqual(
      expected === 'none' ? [] : [[learnt.to, times, times, denied]],
    )
    expect(offers.some(isMostlyDenied)).toBe(expected === 'warned')
  })
})

describe('two people, one capture', () => {
  test.each(namedCases(mergeCases))('%s', (_id, { base, mine, theirs, asked }) => {
    const triple = { base: { data: base }, mine: { data: mine }, theirs: { data: theirs } }
    const { conflicts } = mergeThree(triple)
    expect(conflicts.map(({ base: _, ...conflict }) => conflict)).toEqual([asked])
    for (const take of ['mine', 'theirs'] as const)
      expect(mergeThree(triple, [{ path: asked.path, take }])).toMatchObject({
        conflicts: [],
        merged: { data: { mine, theirs }[take] },
      })
  })
})

describe('two captures, one claim', () => {
  test.each(namedCases(bundleCases))('%s', (_id, { a, b, disagree, diagnoses, cause }) => {
    const errors: { cause: string; path: string }[] = []
    const captures = [a, b].map((data, index) => ({ ...bundled(String(index)), data }))
    checkAcross(captures, () => (found, path) => void errors.push({ cause: found, path }))
    const found = {
      disagree: errors
        .filter((error) => error.cause === 'captures-disagree')
        .map(({ path }) => path),
      cause: errors.find((error) => error.cause === cause)?.cause,
      diagnoses: mergeCaptureData([a, b]).diagnoses,
    }
    expect(found).toMatchObject({
      ...(disagree && { disagree }),
      ...(cause && { cause }),
      ...(diagnoses && { diagnoses }),
    })
  })

  test.each(namedCases([duplicateCase]))('%s', (_id, { data, copied, left }) => {
    const duplicate = duplicateOf({ charge_capture_data: data })
    expect(Object.keys(duplicate.base.data as JsonObject)).toEqual(copied)
    expect(duplicate.left).toEqual(left)
  })
})

const countsOf = (states: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(states, (state) => state)].map(([state, some]) => [state, some.length]),
  )

// The ids of the acceptance cases, so that none can be forgotten.
const numbered = (part: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${part}${String(place + 1).padStart(2, '0')}`)
test.each([
  ['M', numbered('M', 9), [...mergeCases, ...bundleCases, duplicateCase]],
  ['S', numbered('S', 15), severityCases],
  ['F', numbered('F', 12), falseAlarmCases],
  ['N', numbered('N', 14), promiseCases],
  ['I', numbered('I', 15), identifierCases],
  ['W', numbered('W', 3), subscriberCases],
  ['D', numbered('D', 4), diagnosisCases],
  ['L', numbered('L', 15), lineCases],
  ['K', numbered('K', 6), memoryCases],
  ['B', numbered('B', 12), [...bulkCases, billedCase, resolveCase]],
  ['Q', numbered('Q', 8), causeCases],
  ['T', numbered('T', 14), filingCases],
])('part %s has each of its cases', (_part, ids, cases) => {
  expect([...new Set(cases.map(({ id }) => id.slice(0, 3)))].toSorted()).toEqual(ids)
})

const asJson = (value: unknown) => parseExact(JSON.stringify(value))

describe('A22: changes after billing that are resolved together', () => {
  const riskOf = ({ changed, status = 'billable', encounter }: (typeof adviceCases)[number]) =>
    overpaymentRisk(
      billedDiff(asJson(cleanData()), [
        { id: '1', status, data: asJson(cleanWith(changed)), changed: true },
      ]) ?? null,
      paidOf(encounter),
    )

  it.each(adviceCases)('$name: a reason of its own is $needsReason', (advice) => {
    const missing = missingReason(riskOf(advice), undefined, today)
    expect(missing !== undefined).toBe(advice.needsReason)
  })

  it('takes a reason with the amount and the day, or with the statement that there is none', () => {
    const risk = riskOf(adviceCases[0]!)
    expect(risk).toEqual({ why: 'charges-fell', fell_cents: 2_500, paid_cents: 9_900 })
    const own = (cents: number, identified_on: string) => ({
      reason: 'Coded too high',
      overpayment: { cents, identified_on },
    })
    expect(missingReason(risk, own(2_500, today), today)).toBeUndefined()
    expect(missingReason(risk, own(0, today), today)).toMatch(/amount/)
    expect(missingReason(risk, own(2_500, '2026-11-21'), today)).toMatch(/future/)
    expect(missingReason(risk, { ...own(2_500, today), reason: ' ' }, today)).toMatch(/own reason/)
    expect(
      missingReason(risk, { reason: 'Paid by case rate', overpayment: null }, today),
    ).toBeUndefined()
  })

  it('counts what could not be read as perhaps paid, never as not paid', () => {
    expect(paidOf(undefined)).toEqual({ kind: 'unknown' })
    expect(paidOf({ claims: [] })).toEqual({ kind: 'unknown' })
    expect(overpaymentRisk(null, { kind: 'unknown' })).toEqual({
      why: 'not-compared',
      fell_cents: 0,
    })
  })

  it.each(returnCases)(
    'identified on $identified, $left days are left on $today',
    ({ identified, today, left, last }) => {
      expect([returnBy(identified), daysToReturn(identified, today)]).toEqual([last, left])
    },
  )
})

describe('advice after billing', () => {
  test.each(namedCases(adviceByStatus))('%s', (_id, one) => {
    const billed = cleanWith(one.billed ?? {}) as Json
    const data = cleanWith({ ...one.billed, ...one.changed }) as Json
    const captures = [{ id: '1', status: one.status ?? 'billable', data, changed: true }]
    const diff = billedDiff(billed, captures)!
    const claim =
      one.encounter === undefined
        ? ({ known: 'unread', why: 'The encounter couldn’t be read.' } as const)
        : claimFacts(one.encounter, diff, captures)
    const signs = changeSigns(diff, billed, captures)
    const { kind, reason, deadline, missing, overpayment } = advice(
      signs,
      claim,
      rulebookOf(one.rules ?? []),
      { today: one.today ?? today, timeZone: 'America/New_York' },
    )
    const said = [reason, deadline, ...missing, overpayment].filter(Boolean).join('\n')
    expect([kind, said]).toEqual([one.kind, expect.any(String)])
    for (const words of one.says) expect(said).toMatch(words)
    expect(one.never?.test(said) ?? false).toBe(false)
  })
})

describe('causes of the queue', () => {
  test.each(causeCases.map((each) => [each.id, each] as const))(
    '%s',
    (_, { messages, causes, words, records, taken }) => {
      const found = messages.map((message, place) =>
        causeOf({
          message,
          field: 'service_lines.0.procedure_code',
          values: recordValues([records?.[place]]),
        }),
      )
      expect(new Set(found.map(({ key }) => key)).size).toBe(causes)
      const read = found.map((cause) => cause.words).join('\n')
      for (const part of words ?? []) expect(read).toContain(part)
      expect(read).not.toContain('…')
      const quoted = found.flatMap((cause) =>
        (cause.taken ?? []).map((each) => `${each.kind} ${each.value}`),
      )
      expect(taken ? quoted : []).toEqual(taken ?? [])
    },
  )
})

describe('Part B: bulk changes', () => {
  test.each(bulkCases)('$id: $what', ({ changes, expected }) => {
    for (const change of changes)
      expect([change, classOf(change, valuesOf(change))]).toEqual([
        change,
        expect.objectContaining(expected),
      ])
  })

  test('B01, B06: the operation that is offered first never sets one value where values differ', () => {
    expect(usualKind('data.date_of_service')).toBe('replace')
    expect(usualKind('data.rendering_provider.npi')).toBe('replace')
    expect(usualKind('data.subscriber_primary.insurance_card.member_id')).toBe('map')
    expect(usualKind('data.additional_information')).toBe('set')
  })

  test('B03: a code is replaced only where the list of its year says that it is invalid', () => {
    const asked = {
      kind: 'replace',
      path: 'data.diagnoses.*.code',
      find: 'E11.9',
      text: 'E11.65',
    } as const
    const change = readChange(asked, captureShape())
    if ('issues' in change) throw new Error('not read')
    const diagnoses = [{ code: 'E11.9', code_type: 'ABK' }]
    const text = JSON.stringify({
      data: { ...cleanData(), date_of_service: '2026-11-02', diagnoses },
    })
    const body = parseExact(text) as JsonObject
    const kept = (codes?: Record<string, 'billable' | 'header'>) =>
      keptDiagnosis(body, change, ({ code }) => codes && (codes[code] ?? 'absent'))
    expect(kept()).toBe('No code list of fiscal year 2027, so E11.9 isn’t known to be invalid.')
    expect(kept({ E119: 'billable', E1165: 'billable' })).toBe(
      'E11.9 is a valid code in fiscal year 2027. The chart decides.',
    )
    expect(kept({ E119: 'header' })).toBe('E11.65 isn’t a billable code in fiscal year 2027.')
    expect(kept({ E1165: 'billable' })).toBeUndefined()
  })

  test('B04, B05, B09: what a class asks for is missing until all of it is said', () => {
    const pathsOf = (...[of, why]: Parameters<typeof missingFor>) =>
      missingFor(of, why).map(({ path }) => path)
    const said = { text: 'Payer’s letter of 11/02', documented: false, stated_by: '' }
    const coding = classOf({ kind: 'replace', path: 'data.service_lines.*.modifiers' }, ['25'])
    expect(pathsOf(coding, null)).toEqual(['why.text', 'why.documented'])
    expect(pathsOf(coding, { ...said, documented: true })).toEqual([])
    const stated = classOf({ kind: 'set', path: 'data.delay_reason_code' }, ['1'])
    expect(pathsOf(stated, said)).toEqual(['why.stated_by'])
    expect(pathsOf(stated, { ...said, stated_by: 'Dr. Fox' })).toEqual([])
    // S4: the amount writes off as the status does.
    const charge = { kind: 'replace', path: 'data.service_lines.*.charge_amount_cents' } as const
    for (const [find, text, kind] of [
      ['75.60', '0.00', 'consent'],
      ['$1,200.00', '1199.99', 'consent'],
      ['not an amount', '10.00', 'consent'],
      ['75.60', '75.60', 'reason'],
      ['9.00', '10.00', 'reason'],
    ] as const)
      expect([find, text, classOf({ ...charge, find }, [text]).kind]).toEqual([find, text, kind])
    const writeOff = classOf({ kind: 'set', path: 'status' }, ['not-billable'])
    expect(pathsOf(writeOff, { ...said, text: '  ' })).toEqual(['why.text'])
    expect(pathsOf(writeOff, said)).toEqual([])
  })

  test(`${billedCase.id}: captures that are billed already are apart, and left out unless they are chosen`, () => {
    const { open, billed, left, chosen } = billedCase
    const captures = Array.from({ length: open + billed }, (_, place) =>
      stateOfCapture({ isBilled: place < billed, hasErrors: false, hasNew: false }),
    )
    const counts = { ready: 0, keeps: 0, billed: 0, ...countsOf(captures) }
    const sums = {
      ...noSums,
      ready: { ...noSums.ready, cents: open * 100 },
      billed: { ...noSums.billed, cents: billed * 100 },
    }
    const sent = (isChosen: boolean) => {
      const states = statesToSend({ hasReason: false, billed: isChosen })
      const amount = chosenAmount(counts, sums, { states, isAll: true, named: [] })
      return [amount.captures, amount.cents]
    }
    expect([sent(false), sent(true)]).toEqual([left, chosen])
    // A billed capture that the change leaves with an error is for a person, never among the
    // others.
    expect(stateOfCapture({ isBilled: true, hasErrors: true, hasNew: false })).toBe('needs-you')
  })

  test(`${resolveCase.id}: errors are resolved with a reason of a list`, () => {
    expect(resolveReasonIds).toEqual(resolveCase.reasons)
    expect(resolveWords('partners-error', ' Ticket 4711 ')).toBe('The partner’s error. Ticket 4711')
    expect(resolveWords('not-billed', '')).toBe('Won’t be billed.')
  })

  test('every field of a capture but two is named by a rule, so a new field is decided on', () => {
    const paths: string[] = []
    const walk = (shape: FieldShape, path: string) => {
      if (shape.kind === 'object')
        for (const [name, member] of Object.entries(shape.members))
          walk(member, path === '' ? name : `${path}.${name}`)
      else paths.push(path)
    }
    walk(captureShape(), '')
    expect(paths.filter((path) => !isDeclared(path))).toEqual([
      'data.secondary_payer_carrier_code',
      'hl7_message_type',
    ])
  })
})
