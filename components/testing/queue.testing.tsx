import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { forgetPlace } from '#components/frame/list-place.ts'
import { QueuePage, type FirstQueue } from '#components/queue/queue-page.tsx'
import type { PreparedList } from '#components/table/list-definition.ts'
import { proposeForRows, proposeValues } from '#lib/actions/checks.ts'
import { readQueue, readQueueItems, refreshQueue } from '#lib/actions/queue.ts'
import { readChargeCapture, readChargeCaptureReasons } from '#lib/actions/read.ts'
import { saveChargeCapture } from '#lib/actions/records.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { queueListFor } from '#lib/lists/queue-list.ts'
import type { QueueCause, QueueItem, QueueItems, QueueReply, QueueView } from '#lib/lists/queue.ts'
import { defaultView, toRequest } from '#lib/lists/view.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'
import { answer, inputsOf } from './answers.testing.ts'
import { answerChecks } from './capture.testing.tsx'
import { forgetDrafts } from './drafts.testing.ts'
import { answerAlone, savedAlone } from './forms.testing.ts'
import { showPage } from './page.testing.tsx'

export const causeKey = 'aaaaaaaaaa1'
export const wrongNpi = 'Rendering provider NPI fails its check digit'
export const npi = 'data.rendering_provider.npi'

/** A cause of the queue: two claims with a mistyped NPI, unless `rest` says otherwise. */
export function causeOf(rest: Partial<QueueCause> = {}): QueueCause {
  return {
    key: causeKey,
    kind: 'error',
    words: wrongNpi,
    field: 'rendering_provider.npi',
    field_label: 'Rendering provider · NPI',
    claims: 2,
    cents: 25_000,
    payers: [{ name: 'Northbridge Health Plan', claims: 2 }],
    payer_count: 1,
    values: [],
    value_count: 0,
    folds: 0,
    filing: { passed: 0, not_set: 2 },
    oldest: '2026-10-02',
    trend: Array.from({ length: 14 }, () => 2),
    mark: {},
    ...rest,
  }
}

/** A claim of that cause, by its charge id. */
export function itemOf(external_id: string, rest: Partial<QueueItem> = {}): QueueItem {
  return {
    id: `error of ${external_id}`,
    claim_creation_id: `claim of ${external_id}`,
    kind: 'error',
    cause: causeKey,
    error_id: `error of ${external_id}`,
    message: `${wrongNpi}: 1234567890`,
    field: 'rendering_provider.npi',
    field_label: 'Rendering provider · NPI',
    path: npi,
    value: '"1234567890"',
    capture_id: `id of ${external_id}`,
    captures: 1,
    external_id,
    patient: 'Moss, Avery',
    patient_id: 'PAT-0042',
    payer: 'Northbridge Health Plan',
    facility: 'North Clinic',
    date_of_service: '2026-10-02',
    cents: 12_500,
    first_seen_at: `${today}T08:00:00Z`,
    changed_at: `${today}T08:00:00Z`,
    mark: {},
    ...rest,
  }
}

export type QueueWork = {
  causes?: QueueCause[]
  items?: QueueItem[]
  /** What is known for the rows' fields, by capture id and control. */
  proposals?: { [captureId: string]: { [name: string]: Proposal[] } }
}

let version = 0

/** What a reading of the queue says of itself; `found` are the counts that are not 0. */
export function queueState(
  version: number,
  found: Partial<QueueReply['state']['counts']>,
): QueueReply['state'] {
  const counts = {
    errors: 0,
    mine: 0,
    assigned: 0,
    unassigned: 0,
    resolved: 0,
    held: 0,
    filing_soon: 0,
    updates: 0,
    snoozed: 0,
    ...found,
  }
  return {
    version,
    read_at: `${today}T10:00:00Z`,
    next_at: null,
    is_reading: false,
    unread: [],
    counts,
    approvals: 0,
  }
}

function replyOf({ causes = [], items = [] }: QueueWork): QueueReply {
  const none = { claims: 0, cents: 0 }
  return {
    state: queueState(version, { errors: items.length, unassigned: items.length }),
    claims: items.length,
    cents: items.reduce((sum, { cents = 0 }) => sum + cents, 0),
    kinds: { error: items.length, resolved: 0, held: 0, updated: 0 },
    filing: {
      past: none,
      near: none,
      payersWithoutLimit: 0,
      claimsWithoutLimit: 0,
      payersOnDefault: 0,
    },
    causes,
    team: [
      { id: 'account', name: 'Demo Biller' },
      { id: 'admin', name: 'Demo Admin' },
    ],
    options: { payers: [], facilities: [], providers: [] },
  }
}

function itemsOf({ items = [] }: QueueWork): QueueItems {
  const cents = items.reduce((sum, { cents: each = 0 }) => sum + each, 0)
  return { items, next: null, total: items.length, cents }
}

/** What the server has of the queue from now on; the page reads it when it reads anew. */
export function answerQueue(work: QueueWork): void {
  version += 1
  answer(readQueue, () => replyOf(work))
  answer(readQueueItems, () => itemsOf(work))
  answer(refreshQueue, () => null as never)
  answerAlone()
  answer(proposeForRows, () => ({ proposals: work.proposals ?? {}, is_whole: true }))
}

type Where = { view?: QueueView; cause?: string; beside?: ReactNode }

/** Opens a page of the queue, with `beside` what the frame has around it. */
export async function openQueue(
  work: QueueWork,
  { view = 'causes', cause, beside }: Where = {},
): Promise<void> {
  answerQueue(work)
  const path = cause ? `/queue/causes/${cause}` : view === 'causes' ? '/queue' : `/queue/${view}`
  const spec = queueListFor(view, cause)
  const isOfItems = cause !== undefined || view !== 'causes'
  forgetPlace(isOfItems ? '/queue' : '/queue/causes', path)
  const prepared: PreparedList<FirstQueue> = {
    path,
    always: cause === undefined ? {} : { cause },
    choices: {},
    today,
    columns: undefined,
    first: {
      request: toRequest(spec, defaultView(spec), { today }),
      limit: 100,
      reply: toJsonText(ok({ queue: replyOf(work), items: isOfItems ? itemsOf(work) : null })),
      at: Date.now(),
    },
    hasDefault: false,
    canCreate: false,
    canExport: false,
    refused: [],
  }
  await showPage(
    path,
    <>
      <While path={path}>
        <QueuePage
          prepared={prepared}
          view={view}
          cause={cause}
          ownId="account"
          body={captureShape()}
          canEdit
          canMark
          canSetLimits={false}
        />
      </While>
      {beside}
    </>,
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}

// Another address has another page.
function While({ path, children }: { path: string; children: ReactNode }) {
  return usePathname() === path && children
}

/** The captures of the one cause. */
export const openCause = (work: QueueWork) =>
  openQueue(
    { causes: [causeOf({ claims: work.items?.length ?? 0 })], ...work },
    { cause: causeKey },
  )

/** The rows of the page's table. */
export const rowsOf = () => page.getByCss('main tbody tr[data-index]')

type Change = (data: ChargeCaptureData) => Partial<ChargeCaptureData>

/**
 * The captures of the rows, all with this data. Each save takes the capture's items out of the
 * queue.
 */
export function answerCaptures(work: QueueWork, change: Change): void {
  const clean = cleanData() as ChargeCaptureData
  const data = { ...clean, ...change(clean) }
  const captureOf = (id: string, now: object) => {
    const item = work.items!.find(({ capture_id }) => capture_id === id)!
    const { claim_creation_id, external_id, error_id, message, field } = item
    const capture = {
      id,
      status: 'billable',
      charge_external_id: external_id,
      patient_external_id: 'PAT-0042',
      claim_creation_id,
      charge_capture_data: now,
    }
    const error = { id: error_id, message, field_in_error: field, resolved: false }
    const creation = { id: claim_creation_id, status: 'in-error', errors: [error] }
    return {
      charge_capture: JSON.stringify({ ...capture, error }),
      claim_creation: JSON.stringify(creation),
      claim_creation_failure: null,
    }
  }
  answerChecks()
  answer(readChargeCaptureReasons, () => [])
  answer(proposeValues, ({ charge_capture_id: id }) => ({
    proposals: work.proposals?.[id] ?? {},
    is_whole: true,
  }))
  answer(readChargeCapture, ({ id }) => captureOf(id, data))
  answer(saveChargeCapture, ({ id, body }) => {
    const saved = captureOf(id, JSON.parse(body).data)
    work.items = work.items!.filter(({ capture_id }) => capture_id !== id)
    answerQueue(work)
    return {
      ...savedAlone,
      ...saved,
      claim_creation_change: null,
      is_verified: true,
    }
  })
  forgetDrafts()
}

/** The data that were saved, the oldest first. */
export const savedData = (): ChargeCaptureData[] =>
  inputsOf(saveChargeCapture).map(({ body }) => JSON.parse(body).data)
