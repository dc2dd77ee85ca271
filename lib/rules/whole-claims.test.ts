import { describe, expect, test } from 'vitest'
import type { Json } from '#lib/core/json.ts'
import { updateChargeCaptureBody } from '#lib/contract/charge-captures.ts'
import { strictIssues } from '#lib/contract/strict-values.ts'
import { evaluateBundle } from '#lib/sandbox/bundling/evaluate.ts'
import { bundled, lookups } from '#lib/sandbox/bundling/testdata/bundled.ts'
import { captureShape } from './edit/contract-shape.ts'
import { checkCapture } from './scrub/check-capture.ts'
import { cleanWith, today } from './testdata/clean-capture.ts'
import { wholeClaims } from './testdata/whole-claims.ts'

const bodyOf = (changes: Record<string, unknown>) => ({
  status: 'billable',
  charge_external_id: 'CHG-20418',
  patient_external_id: 'PAT-0042',
  data: cleanWith(changes) as Json,
})
const found = (changes: Record<string, unknown>) =>
  checkCapture(bodyOf(changes), { shape: captureShape(), today })
// The payers of the claims are of the organization.
const everyPayer = { ...lookups, hasPayer: () => true }
const billed = (changes: Record<string, unknown>) =>
  evaluateBundle([bundled('1', changes)], everyPayer).status

describe.each(wholeClaims.map((claim) => [claim.name, claim] as const))('%s', (_name, claim) => {
  test('has no finding, and the partner takes it', () => {
    expect(found(claim.changes)).toEqual([])
    expect(strictIssues(updateChargeCaptureBody, bodyOf(claim.changes))).toEqual([])
    expect(billed(claim.changes)).toBe('successful')
  })

  test.each(claim.demands.map((one) => [one.path, one.to, one] as const))(
    'with %s %j it has a finding there',
    (path, to, demand) => {
      const changes = { ...claim.changes, [path]: to }
      const severity = demand.severity ?? 'error'
      expect(found(changes)).toContainEqual(
        expect.objectContaining({ path: demand.found ?? path, severity }),
      )
      const statuses = severity === 'error' ? ['in-error'] : ['in-error', 'successful']
      expect(statuses).toContain(billed(changes))
    },
  )
})
