import { expect, test } from 'vitest'
import type { Json } from '#lib/core/json.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { rulebookOf } from '#lib/rules/filing/rulebook.ts'
import { cleanWith, today } from '#lib/rules/testdata/clean-capture.ts'
import { diagnosisCases } from '#lib/rules/testdata/rules-cases/diagnoses.ts'
import { falseAlarmCases } from '#lib/rules/testdata/rules-cases/false-alarms.ts'
import { fieldCases } from '#lib/rules/testdata/rules-cases/fields.ts'
import { identifierCases } from '#lib/rules/testdata/rules-cases/identifiers.ts'
import { lineCases } from '#lib/rules/testdata/rules-cases/lines.ts'
import { promiseCases } from '#lib/rules/testdata/rules-cases/promises.ts'
import { severityCases } from '#lib/rules/testdata/rules-cases/severities.ts'
import { subscriberCases } from '#lib/rules/testdata/rules-cases/subscribers.ts'
import { scrubCases } from '#lib/rules/testdata/scrub-cases.ts'
import { checkCapture, checks } from './check-capture.ts'
import { shapeFindings } from './shape-findings.ts'
import type { CheckWords, Finding, ScrubInput } from './rule.ts'

// What a check says of itself is compared with what it reports on every case of the tables.

type Case = { changes: Record<string, unknown>; status?: string; input?: Partial<ScrubInput> }

const formCases: readonly Case[] = [
  { changes: { 'patient.last_name': 5 } },
  { changes: { 'external_claim_submission.claim_created_at': 'yesterday' } },
  { changes: { 'patient.gender': 'other words' } },
]

const payer = { payer_id: 'NBH01', payer: 'Northbridge Health Plan' }
// The clean capture is of 10/02/2026; a few of its days are left.
const nearLimit = {
  book: rulebookOf([{ ...payer, limits: { original: 60 }, source: 'Contract' }]),
  today,
}

const otherCases: readonly Case[] = [
  { changes: {}, input: { filing: nearLimit } },
  { changes: { 'rendering_provider.npi': '123-456-7893' } },
  { changes: { 'rendering_provider.taxonomy_code': '207q00000x' } },
  { changes: { 'patient.address.state': 'or' } },
  { changes: { place_of_service_code: 2 } },
  { changes: { 'service_lines.0.procedure_code': 'g0463' } },
  { changes: { 'service_lines.0.revenue_code': '450' } },
  { changes: { 'service_lines.0.units': 'un' } },
  { changes: { 'service_lines.1.drug_identification.measurement_unit_code': 'ml' } },
  { changes: { date_of_service: '2026/10/02' } },
]

const cases: readonly Case[] = [
  ...scrubCases,
  ...severityCases,
  ...falseAlarmCases,
  ...promiseCases,
  ...identifierCases,
  ...subscriberCases,
  ...diagnosisCases,
  ...lineCases,
  ...fieldCases,
  ...formCases,
  ...otherCases,
]

const findingsOf = ({ changes, status = 'billable', input }: Case): Finding[] => {
  const { charge_external_id = 'CHG-1', ehr_source_url, from_pre_encounter } = input ?? {}
  const body = {
    status,
    charge_external_id: charge_external_id as Json,
    patient_external_id: 'P-1',
    ...(ehr_source_url !== undefined && { ehr_source_url: ehr_source_url as Json }),
    data: cleanWith(changes) as Json,
  }
  const terms = { shape: captureShape(), today, ...input }
  return checkCapture(body, { ...terms, preEncounter: from_pre_encounter ? 'new' : undefined })
}

const fits = (path: string, field: string) =>
  field === '*' || (field.startsWith('*.') ? path.endsWith(field.slice(1)) : path === field)

const repeated = { data: cleanWith({}), patient_external_id: 'P-1', charge_external_id: 'CHG-0' }
const others = checkCapture(
  {
    status: 'billable',
    charge_external_id: '',
    patient_external_id: 'P-1',
    data: cleanWith({}) as Json,
  },
  { shape: captureShape(), today, others: [repeated] },
)
// `date-shape` has every date of today's interface. The check of the form is for one that is added.
const added = shapeFindings(
  { seen_on: 'soon' },
  { kind: 'object', members: { seen_on: { kind: 'date' } } },
)
const found = [...cases.flatMap(findingsOf), ...others, ...added]
const byId = new Map(checks.map((check) => [check.id, check]))
const of = (check: CheckWords) => found.filter(({ rule }) => rule === check.id)

test('every finding of every case is in the catalogue, with its severity, field and fix', () => {
  const strange = found.filter(({ rule, severity, path, certain, fix }) => {
    const check = byId.get(rule)
    if (!check) return true
    const { otherwise, laterIsFine, isCertain = false, fields, offers } = check
    return !(
      [check.severity, otherwise?.severity, laterIsFine && 'warning'].includes(severity) &&
      certain === isCertain &&
      fields.some((field) => fits(path.replaceAll(/\.\d+/g, ''), field)) &&
      (!fix || offers !== undefined)
    )
  })
  expect(strange).toEqual([])
})

test('every check of the catalogue fires in a case, and so does each fix and second severity', () => {
  const silent = checks.filter((check) => of(check).length === 0)
  expect(silent.map(({ id }) => id)).toEqual([])
  const noFix = checks.filter((check) => check.offers && !of(check).some(({ fix }) => fix))
  expect(noFix.map(({ id }) => id)).toEqual([])
  const oneOnly = checks.filter(
    ({ otherwise, id }) =>
      otherwise &&
      !found.some(({ rule, severity }) => rule === id && severity === otherwise.severity),
  )
  expect(oneOnly.map(({ id }) => id)).toEqual([])
})

test('a check has words of its own, a source, a resolution and fields with names', () => {
  expect(new Set(checks.map(({ title }) => title)).size).toBe(checks.length)
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  for (const { id, title, source, how, offers, fields } of checks) {
    expect(title, id).toMatch(/^[A-Z][^_{}]{6,70}[^.]$/)
    expect(source.length, id).toBeGreaterThan(10)
    expect(how, id).toMatch(/^[A-Z].*\.$/)
    expect(offers ?? 'Writes', id).toMatch(/^[A-Z][^_]+[^.]$/)
    expect(fields.length, id).toBeGreaterThan(0)
    for (const field of fields)
      expect(field === '*' || pathLabel(field.replace('*.', '')), id).toBeTruthy()
  }
})
