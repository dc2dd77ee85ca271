import { usePathname } from 'next/navigation'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { BulkPage } from '#components/bulk/bulk-page.tsx'
import {
  readBulkFix,
  readBulkOutcome,
  readBulkRows,
  readBulkValues,
  startBulkFix,
  steerBulkFix,
} from '#lib/actions/bulk-fixes.ts'
import { proposeForRows } from '#lib/actions/checks.ts'
import type { BulkProgress } from '#lib/actions/bulk/fix.ts'
import type { BulkRow } from '#lib/actions/bulk/read.ts'
import type { BulkValues } from '#lib/actions/bulk/values.ts'
import type { FixedCause } from '#lib/actions/bulk/cause-captures.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { shapeOfPath, type AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import { noSums } from '#lib/rules/bulk/chosen-amount.ts'
import { readValueFile } from '#lib/rules/bulk/value-file.ts'
import { valueRowsBy, valueTableOf } from '#lib/rules/bulk/value-table.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { answer, inputsOf } from './answers.testing.ts'
import { answerAlone } from './forms.testing.ts'
import { showPage } from './page.testing.tsx'

export const payerId = 'data.subscriber_primary.insurance_card.payer_id'
const causeKey = 'aaaaaaaaaa1'
const fixId = '5f6f2b5e-31c4-4c1c-8d5e-0000000000f1'

/** A capture of the cause: its charge id, the value of the field in error, and who it is of. */
export type CaptureInCause = {
  external_id: string
  value: string
  payer?: string
  patient?: string
  /** Whose field it is. */
  party?: { npi: string; name: string }
}

/** A fix that was previewed: all its captures are ready to be sent. */
export function fixOf(ready: number, rest: Partial<BulkProgress> = {}): BulkProgress {
  const sum = { cents: ready * 12_500, charges: ready * 12_500, moved: 0, unknown: 0 }
  return {
    id: fixId,
    title: 'Payer ID is not mapped to a payer',
    cause: causeKey,
    is_part: false,
    change: { kind: 'map', path: payerId, file: '', is_table: true },
    left_out: 0,
    total: ready,
    is_read: true,
    is_cut: false,
    tally: {
      read: ready,
      ready,
      keeps: 0,
      billed: 0,
      needs: 0,
      skipped: 0,
      skips: { file: 0, same: 0, open: 0 },
      sums: { ...noSums, ready: { ...sum, overwrites: ready } },
      forecast: { claims: ready, cents: ready * 12_500, of: ready, unknown: 0 },
    },
    problems: [],
    asks: null,
    why: null,
    consent: null,
    reading: null,
    job: null,
    undo: null,
    ...rest,
  }
}

/** A capture of a previewed fix, alone in its claim. */
export function bulkRow(at: number): BulkRow {
  return {
    id: `capture ${at}`,
    place: at,
    state: 'ready',
    external_id: `CHG-${at}`,
    claim: `claim ${at}`,
    together: [1, 0, 0],
    cents: 12_500,
    charges: 12_500,
    changes: [{ label: 'Payer ID', before: 'UNK77', after: 'NBH01' }],
    more: 0,
    verdict: '',
  }
}

/** A job of a fix. */
export function jobOf(
  items: NonNullable<BulkProgress['job']>['items'],
  rest: Partial<NonNullable<BulkProgress['job']>> = {},
): NonNullable<BulkProgress['job']> {
  const done = Object.values(items).reduce((sum, count) => sum + count, 0)
  return {
    id: 'job',
    kind: 'bulk-fix',
    title: 'Bulk fix',
    state: 'done',
    is_open: false,
    waits_for: null,
    progress: { words: '', done, total: done },
    failure: null,
    requested_by: 'Demo Biller',
    account_id: 'account',
    started_at: `${today}T10:00:00Z`,
    finished_at: `${today}T10:01:00Z`,
    items,
    ...rest,
  }
}

type Opened = {
  captures: readonly CaptureInCause[]
  path?: string
  /** What is proposed for each capture, by the name beside the value. */
  known?: { [name: string]: Proposal[] }
  /** What the captures' own records know, by the capture's charge id and the control. */
  ofRecords?: { [external_id: string]: { [name: string]: Proposal[] } }
  /** What the server answers once a change is chosen: the fix as it is then. */
  previewed?: () => { fix: BulkProgress; rows?: BulkRow[] }
}

/** Opens the values of a cause, as the key b does; a preview opens the fix. */
export async function openValues({
  captures,
  path = payerId,
  known = {},
  ofRecords = {},
  previewed = () => ({ fix: fixOf(captures.length) }),
}: Opened): Promise<void> {
  const shape = captureShape()
  const field = shapeOfPath(shape, path)!
  const by = valueRowsBy(path)
  const control = path.replaceAll('*', '0')
  const items = captures.map(({ external_id, value, payer, patient, party }) => ({
    capture_id: `id of ${external_id}`,
    external_id,
    claim_creation_id: `claim of ${external_id}`,
    path: control,
    value: JSON.stringify(value),
    payer,
    patient,
    ...(party && { party }),
    patient_id: patient,
    cents: 12_500,
  }))
  const values: BulkValues = {
    ...valueTableOf(items, by, { shape: field, otherErrors: new Set() }),
    path,
    by,
    more: { rows: 0, captures: 0 },
  }
  const cause: FixedCause = {
    key: causeKey,
    words: 'Payer ID is not mapped to a payer',
    claims: captures.length,
    cents: captures.length * 12_500,
    path,
  }
  answer(readBulkValues, () => typedAgain(values))
  answer(proposeForRows, () => ({
    proposals: Object.fromEntries(
      captures.map(({ external_id, payer, party }) => [
        `id of ${external_id}`,
        ofRecords[external_id] ?? { [control]: known[payer ?? party?.name ?? ''] ?? [] },
      ]),
    ),
    is_whole: true,
  }))
  answerAlone()
  answer(startBulkFix, () => ({ id: fixId }))
  answer(readBulkFix, () => previewed().fix)
  answer(readBulkRows, () => ({ rows: previewed().rows ?? [], next: null }))
  answer(readBulkOutcome, () => ({
    captures: 0,
    billed: { captures: 0, claims: 0, cents: 0 },
    in_error: { claims: 0, cents: 0 },
    other: { claims: 0, cents: 0 },
  }))
  const given = { shape, today, cause: toJsonText(ok(cause)) }
  function Fix() {
    const isPreviewed = usePathname().endsWith(fixId)
    const { change, why = null } = inputsOf(startBulkFix).at(-1) ?? {}
    const chosen = change as AskedChange | undefined
    return isPreviewed ? (
      <BulkPage
        key={fixId}
        {...given}
        standing={toJsonText(ok<BulkProgress>({ ...previewed().fix, change: chosen ?? null, why }))}
      />
    ) : (
      <BulkPage {...given} values={toJsonText(ok(values))} />
    )
  }
  await showPage(`/queue/fix/${causeKey}`, <Fix />)
  await expect.element(page.getByRole('table', { name: 'Values' })).toBeVisible()
}

// A row has again what the person typed before the preview.
function typedAgain(values: BulkValues): BulkValues {
  const sent = sentValues()
  return {
    ...values,
    rows: values.rows.map((row) => ({
      ...row,
      captures: row.captures.map((capture) => {
        const typed = sent[capture.external_id]
        return typed === undefined ? capture : { ...capture, typed }
      }),
    })),
  }
}

/** The change that was previewed last. */
export function previewedChange(): { change: AskedChange; why: unknown } {
  const { change, why } = inputsOf(startBulkFix).at(-1)!
  return { change: change as AskedChange, why }
}

/** The values that were previewed last, by charge id, as the server reads them. */
export function sentValues(): { [external_id: string]: string } {
  const { change } = previewedChange()
  if (change.kind !== 'map') return {}
  const read = readValueFile(change.file, change.path, captureShape(), change.leave_out)
  return 'values' in read ? (Object.fromEntries(read.values) as { [id: string]: string }) : {}
}

/** Opens a fix whose sending is at `job`; what a person asks of it makes it `next`. */
export async function openFix(job: BulkProgress['job'], next: BulkProgress['job']): Promise<void> {
  const now = (each: BulkProgress['job']) => fixOf(41, { job: each })
  let shown = now(job)
  answer(readBulkFix, () => shown)
  answer(readBulkRows, () => ({ rows: [], next: null }))
  answer(steerBulkFix, () => {
    shown = now(next)
    return shown
  })
  answerAlone()
  await showPage(
    `/queue/fix/${shown.id}`,
    <BulkPage shape={captureShape()} today={today} standing={toJsonText(ok(shown))} />,
  )
}
