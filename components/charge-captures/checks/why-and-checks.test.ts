import { expect, test } from 'vitest'
import type { PlacedFinding } from './capture-checks.ts'
import { dedupeFindings } from './why-and-checks.tsx'
import type { PlacedError } from './capture-marks.ts'

const npi = 'data.rendering_provider.npi'
const finding = (message: string, name = npi, severity: 'error' | 'warning' = 'error') =>
  ({ message, name, severity }) as PlacedFinding
const error = (id: string, message: string, name: string | undefined = npi): PlacedError => ({
  id,
  message,
  name,
  field: name,
  isWhole: false,
})

test('a problem that the partner and the checks both report is shown once, with the help of the checks', () => {
  const [same, other] = [
    finding('NPI is wrong'),
    finding('Code is missing', 'data.diagnoses.0.code'),
  ]
  expect(dedupeFindings([error('e1', 'NPI is wrong')], [same, other])).toEqual({
    helps: new Map([['e1', same]]),
    rest: [other],
  })
})

test('a single error at a control matches any wording; several errors match by wording', () => {
  const [first, second] = [finding('NPI has nine digits'), finding('NPI is not registered')]
  expect(dedupeFindings([error('e1', 'Provider unknown')], [first]).rest).toEqual([])
  expect(dedupeFindings([error('e1', 'Provider unknown')], [first, second])).toEqual({
    helps: new Map(),
    rest: [first, second],
  })
  expect(
    dedupeFindings(
      [error('e1', 'Provider unknown'), error('e2', 'NPI is not registered')],
      [first, second],
    ).rest,
  ).toEqual([first])
})

test('a warning, an error elsewhere and an error without a field stay as they are', () => {
  const all = [
    finding('NPI is wrong', npi, 'warning'),
    finding('NPI is wrong', 'data.billing_provider.npi'),
  ]
  expect(
    dedupeFindings(
      [error('e1', 'NPI is wrong'), { ...error('e2', 'NPI is wrong'), name: undefined }],
      all,
    ),
  ).toEqual({
    helps: new Map(),
    rest: all,
  })
})
