import { usePathname } from 'next/navigation'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { forgetPlace } from '#components/frame/list-place.ts'
import type { PreparedList } from '#components/table/list-definition.ts'
import { UpdatesPage, type FirstUpdates } from '#components/updates/updates-page.tsx'
import { readUpdatesItems, readUpdatesQueue } from '#lib/actions/overview.ts'
import { refreshQueue } from '#lib/actions/queue.ts'
import { readUpdate } from '#lib/actions/read.ts'
import { resolveChargeCaptureChanges } from '#lib/actions/records.ts'
import type { CaptureUpdate } from '#lib/actions/charge-captures/billed-captures.ts'
import type { UpdateItem } from '#lib/actions/claim-creations/read-updates.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { Json } from '#lib/core/json.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { QueueChange, QueueItem } from '#lib/lists/queue.ts'
import { toClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { updatesFilterOf, updatesList, type UpdatesReply } from '#lib/lists/updates.ts'
import { toRequest, viewFromUrl } from '#lib/lists/view.ts'
import { advice } from '#lib/rules/billed-diff/advice.ts'
import { billedDiff } from '#lib/rules/billed-diff/billed-diff.ts'
import { changeSigns } from '#lib/rules/billed-diff/change-signs.ts'
import { claimFacts, type ClaimFacts } from '#lib/rules/billed-diff/claim-facts.ts'
import { rulebookOf } from '#lib/rules/filing/rulebook.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'
import { answer } from './answers.testing.ts'
import { answerAlone } from './forms.testing.ts'
import { showPage } from './page.testing.tsx'
import { queueState } from './queue.testing.tsx'

/** A visit that was billed for $125.00 and changed since. */
export type ChangedVisit = {
  /** The patient's last name; the first is Robin. */
  name: string
  /** What became of the billed data. */
  change?: (data: ChargeCaptureData) => Partial<ChargeCaptureData>
  /** The first day of the visit. */
  date?: string
  /** The capture's status now. */
  status?: string
  /** The encounter's one claim at the payer. */
  claim?: { status: string; payer_claim_id?: string }
  /** The encounter can't be read. */
  isUnread?: boolean
  /** The captures can't be read. */
  capturesFailure?: UpdateItem['captures_failure']
  updates?: CaptureUpdate[]
  step?: QueueChange['step']
}

export const idOf = (name: string) => `claim-of-${name}`
export const captureOf = (name: string) => `capture-of-${name}`
export const patientOf = (name: string) => `${name}, Robin`

/** The first service line with another charge, in whole cents. */
export function charging(cents: number) {
  return ({ service_lines }: ChargeCaptureData) => ({
    service_lines: service_lines!.map((line, place) =>
      place === 0 ? { ...line, charge_amount_cents: cents } : line,
    ),
  })
}

function updatesOf({ name, updates }: ChangedVisit): CaptureUpdate[] {
  return updates ?? [{ id: `change of ${name}`, message: 'The charge changed.', resolved: false }]
}

const unreadEncounter = fail('UnauthorizedError', 'This key may not read encounters.')

// As the server reads it of the partner.
function detailOf(visit: ChangedVisit): UpdateItem {
  const { name, change = () => ({}), date = '2026-11-18', claim, status = 'billable' } = visit
  const clean = cleanData() as ChargeCaptureData
  const data = {
    ...clean,
    date_of_service: date,
    patient: { ...clean.patient, first_name: 'Robin', last_name: name },
    service_lines: clean.service_lines!.slice(0, 1).map((line) => ({
      ...line,
      date_of_service: date,
      place_of_service_code: '11' as const,
    })),
  } as ChargeCaptureData
  const creation = {
    id: idOf(name),
    status: 'successful',
    created_encounter_id: 'encounter',
    encounter_creation_input: data,
  }
  const updates = updatesOf(visit)
  const isOpen = updates.some(({ resolved }) => !resolved)
  const captures = [
    {
      id: captureOf(name),
      status,
      data: { ...data, ...change(data) } as unknown as Json,
      changed: isOpen,
    },
  ]
  const diff = visit.capturesFailure ? null : billedDiff(data as unknown as Json, captures)!
  const facts: ClaimFacts = visit.isUnread
    ? { known: 'unread', why: `The encounter couldn’t be read: ${unreadEncounter.error.message}` }
    : claimFacts({ claims: [claim ?? { status: 'biller_received' }] }, diff, captures)
  return {
    ...toClaimCreationRow(creation),
    diff,
    advice:
      diff && isOpen
        ? advice(changeSigns(diff, data, captures), facts, rulebookOf([]), {
            today,
            timeZone: 'America/New_York',
          })
        : null,
    encounter_failure: visit.isUnread ? unreadEncounter.error : null,
    captures: visit.capturesFailure
      ? []
      : [{ id: captureOf(name), external_id: `CHG-${name}`, updates }],
    is_complete: !visit.capturesFailure,
    captures_failure: visit.capturesFailure ?? null,
  }
}

function itemOf(visit: ChangedVisit): QueueItem {
  const { name, date = '2026-11-18' } = visit
  const { diff, payer } = detailOf({ ...visit, capturesFailure: null })
  const [first] = diff!.changes
  return {
    id: idOf(name),
    claim_creation_id: idOf(name),
    kind: 'updated',
    cause: 'updated0000',
    capture_id: captureOf(name),
    captures: 1,
    external_id: `CHG-${name}`,
    patient: patientOf(name),
    payer,
    date_of_service: date,
    cents: 12_500,
    change: {
      update_ids: updatesOf(visit).flatMap(({ id, resolved }) => (resolved ? [] : [id])),
      effect: first?.class ?? 'cosmetic',
      moved_cents: diff!.moved_cents,
      step: visit.step ?? 'edit',
      step_words: 'The claim hasn’t been sent.',
    },
    first_seen_at: `${today}T08:00:00Z`,
    changed_at: `${today}T08:00:00Z`,
    mark: {},
  } as QueueItem
}

type Asked = { sort: string; claim_creation_ids?: readonly string[] | undefined }

const isOpen = (visit: ChangedVisit) => updatesOf(visit).some(({ resolved }) => !resolved)

/** The partner's records of the changed visits; `resolveChargeCaptureChanges` changes them. */
export type Partner = { visits: ChangedVisit[] }

/**
 * Answers as the server does with these visits; `refusal` is what the partner says to each
 * resolution.
 */
export function answerUpdates(partner: Partner, refusal?: Result<never>): void {
  let version = 0
  const listed = ({ sort, claim_creation_ids: ids }: Asked) => {
    const items = partner.visits
      .filter((visit) => isOpen(visit) && (ids === undefined || ids.includes(idOf(visit.name))))
      .map(itemOf)
    const moved = ({ change }: QueueItem) => Math.abs(change?.moved_cents ?? 0)
    return sort === 'oldest'
      ? items.toSorted((a, b) => (a.date_of_service! < b.date_of_service! ? -1 : 1))
      : items.toSorted((a, b) => moved(b) - moved(a))
  }
  const sumOf = (filter: Asked): UpdatesReply => {
    const items = listed(filter)
    const none = { kind: [], step: [], payer: [], facility: [], provider: [], owner: [] }
    return {
      state: queueState(version, { updates: items.length }),
      claims: items.length,
      cents: items.reduce((sum, { change }) => sum + (change?.moved_cents ?? 0), 0),
      unassigned: items.length,
      parts: none,
      days: [],
      team: [],
    }
  }
  const itemsOf = (filter: Asked) => {
    const items = listed(filter)
    return { items, next: null, total: items.length }
  }
  firstOf = (filter) => ({ updates: sumOf(filter), items: itemsOf(filter) })
  answer(readUpdatesQueue, (filter) => sumOf(filter))
  answer(readUpdatesItems, ({ filter }) => itemsOf(filter))
  answer(readUpdate, ({ id }) => detailOf(partner.visits.find(({ name }) => idOf(name) === id)!))
  answer(refreshQueue, () => null as never)
  answerAlone()
  answer(resolveChargeCaptureChanges, ({ charge_capture_change_ids: ids, resolved }) => {
    if (refusal) return refusal
    version += 1
    partner.visits = partner.visits.map((visit) => ({
      ...visit,
      updates: updatesOf(visit).map((update) =>
        ids.includes(update.id) ? { ...update, resolved } : update,
      ),
    }))
    return null as never
  })
}

let firstOf: (filter: Asked) => FirstUpdates

/** Whether each change of the visits is resolved. */
export const settled = ({ visits }: Partner) =>
  visits.flatMap((visit) => updatesOf(visit).map(({ resolved }) => resolved))

/** Opens the list of changes, as the server prepares it for a manager. */
export async function openUpdates(search = ''): Promise<void> {
  const at = `/updates${search}`
  forgetPlace('/updates', at)
  const given = [...new URLSearchParams(search)]
  const asked = Map.groupBy(given, ([name]) => name)
  const { view } = viewFromUrl(
    updatesList,
    Object.fromEntries([...asked].map(([name, each]) => [name, each.map(([, value]) => value)])),
  )
  const prepared: PreparedList<FirstUpdates> = {
    path: '/updates',
    always: {},
    choices: {},
    today,
    columns: undefined,
    first: {
      request: toRequest(updatesList, view, { today }),
      limit: 100,
      reply: toJsonText(ok(firstOf(updatesFilterOf(view, today)))),
      at: Date.now(),
    },
    hasDefault: false,
    canCreate: false,
    canExport: false,
    refused: [],
  }
  await showPage(at, <Updates prepared={prepared} />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}

function Updates({ prepared }: { prepared: PreparedList<FirstUpdates> }) {
  return (
    usePathname() === '/updates' && (
      <UpdatesPage prepared={prepared} work={undefined} ownId="account" canMark canResolve />
    )
  )
}

/** What a partner says that refuses something to the stored key. */
export const refused = (status: number, message: string) =>
  fail(status === 404 ? 'PartnerNotApi' : 'UnauthorizedError', message, { status })
