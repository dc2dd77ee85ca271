import 'server-only'
import { dayNow } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import { addDays, isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { memberAt } from '#lib/core/read-json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { sortedNameOf } from '#lib/lists/rows/rows.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { statesOf } from '#lib/contract/states-of.ts'
import type { Unread } from '#lib/rules/coverage/board.ts'
import {
  EndingMoney,
  endsAlone,
  nextEndOf,
  recentDays,
  type Ending,
  type Expiring,
  type PairNames,
  type Period,
} from '#lib/rules/coverage/expiring.ts'
import { isUsable } from '#lib/rules/coverage/span.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import {
  toCaptureFacts,
  toContractFacts,
  type ContractFacts,
} from '#lib/actions/coverage-board/read-facts.ts'
import { noteUnread, walkList, type BoardTools } from '#lib/actions/coverage-board/walk-list.ts'

import type { JobKind, JobTools } from '#lib/actions/jobs/job-kind.ts'
import { dueTonight } from '#lib/actions/jobs/nightly.ts'
import { spanKinds } from '#lib/actions/spans/span-kinds.ts'

/** The part of the job's result: `Expiring` as JSON. */
export const expiringPart = 'expiring'

/**
 * Finds the contracts and spans that end, with the captures that depend on them. The partner's lists
 * have no filter for ends, so each is walked whole. The result names what could not be read, and no
 * patient. It fails only if nothing that ends could be read. People start it, and each night the
 * console does.
 */
export const expiringCheck = {
  kind: 'expiring',
  task: 'checkExpiring',
  title: () => 'Check of what expires',
  single: 'connection',
  run: makeExpiring,
  everyMinute: () => dueTonight('expiring'),
} as const satisfies JobKind<Record<string, never>>

// A capture has some kilobytes, and a reply has at most 20 MB.
const capturesAtOnce = 500
const contractsAtOnce = 1_000
// The interface states no largest page for the lists of spans; every partner serves its own default.
const spansAtOnce = 100

// Everything of a row besides whether it ends alone.
type Found = Period & { names: PairNames; toEnding: (ends: LocalDate) => Ending }

/** The work of the job, with as much of its tools as it uses. */
export async function makeExpiring({
  report,
  signal,
  retrying,
  part,
}: Pick<JobTools, 'report' | 'signal' | 'retrying' | 'part'>): Promise<Result<void>> {
  const asOf = dayNow()
  const reading: BoardTools = { report, signal, retrying, asOf }
  const found: Found[] = []
  const unread: Unread[] = []
  const failures = [
    await readContracts(reading, found, unread),
    await readSpans('facility', reading, found, unread),
    await readSpans('provider', reading, found, unread),
  ]
  const [first] = failures
  if (found.length === 0 && first && failures.every(Boolean)) return { ok: false, error: first }
  const npis = new Map<Ending, string | undefined>()
  const rows = endsAlone(found, asOf)
    .map(({ end, names, toEnding }) => {
      const row = toEnding(end!) // one without an end does not end
      npis.set(row, names.npi)
      return row
    })
    .toSorted((a, b) => (a.ends < b.ends ? -1 : a.ends > b.ends ? 1 : a.id < b.id ? -1 : 1))
  const money = new EndingMoney(
    rows,
    found.map(({ names }) => names),
    (row) => npis.get(row),
  )
  const isMoneyKnown = await readCaptures(reading, money, unread)
  const expiring: Expiring = {
    as_of: asOf,
    rows,
    amounts: isMoneyKnown ? money.amounts : null,
    next_end: nextEndOf(found, asOf),
    unread,
  }
  if (!signal.aborted) await part(expiringPart, JSON.stringify(expiring))
  return ok(undefined)
}

async function readContracts(
  reading: BoardTools,
  found: Found[],
  unread: Unread[],
): Promise<Failure | null> {
  const seen = new Set<string>()
  const end = await walkList(reading, {
    operation: operations.listContractsV3,
    // A contract past its end stays effective until somebody changes it.
    query: { contract_status: 'effective' },
    limit: contractsAtOnce,
    toFacts: toContractFacts,
    take: (contract) => {
      if (!seen.has(contract.contract_id)) found.push(ofContract(contract))
      seen.add(contract.contract_id)
      return { words: 'Reading contracts', done: seen.size, total: null }
    },
  })
  noteUnread(unread, end, { rest: 'Contracts', item: 'Contracts' })
  return end.failure
}

function ofContract(contract: ContractFacts): Found {
  const { contract_id, type, payer, provider, states } = contract
  return {
    key: `contract ${type} ${payer.uuid} ${provider.id}`,
    start: contract.effective_date,
    end: contract.expiration_date,
    states,
    names: {
      payer: { uuid: payer.uuid, id: payer.id || undefined, alias: payer.alias },
      npi: provider.npi || undefined,
    },
    toEnding: (ends) => ({
      id: contract_id,
      kind: 'contract',
      ends,
      payer: { uuid: payer.uuid, name: payer.name },
      provider: { id: provider.id, name: provider.name },
      contract_type: type,
      is_money_known: payer.id !== '' && provider.npi !== '',
    }),
  }
}

const spanWords = { facility: 'Facility spans', provider: 'Provider spans' }

async function readSpans(
  kind: SpanKind,
  reading: BoardTools,
  found: Found[],
  unread: Unread[],
): Promise<Failure | null> {
  const seen = new Set<string>()
  const end = await walkList(reading, {
    operation: spanKinds[kind].list,
    limit: spansAtOnce,
    toFacts: (item) => toSpanFacts(kind, item),
    take: ({ id, span }) => {
      if (!seen.has(id) && span) found.push(span)
      seen.add(id)
      return { words: `Reading ${spanWords[kind].toLowerCase()}`, done: seen.size, total: null }
    },
  })
  noteUnread(unread, end, { rest: spanWords[kind], item: spanWords[kind] })
  return end.failure
}

// Undefined if the item is unreadable; without `span` if it covers no day.
function toSpanFacts(
  kind: SpanKind,
  item: unknown,
): { id: string; span: Found | undefined } | undefined {
  const row: SpanRow = spanKinds[kind].toRow(item)
  const { id, payer_uuid, payer_id, provider_id, provider_npi, covered_id, covered_npi } = row
  if (row.unreadable || !payer_uuid || !provider_id || !covered_id) return undefined
  // An unreadable end would count as an open one.
  if ([row.start_date, row.end_date].some((date) => date !== undefined && !isLocalDate(date)))
    return undefined
  if (!isUsable(row)) return { id, span: undefined }
  const states = kind === 'provider' ? statesOf(memberAt(item, 'regions')) : undefined
  const person =
    kind === 'provider' ? sortedNameOf(memberAt(item, 'rendering_provider')) : undefined
  const isFound = kind === 'facility' || covered_npi !== undefined
  return {
    id,
    span: {
      key: `${kind} ${covered_id} ${payer_uuid} ${provider_id}`,
      start: row.start_date,
      end: row.end_date,
      states,
      names: { payer: { uuid: payer_uuid, id: payer_id }, npi: provider_npi },
      toEnding: (ends) => ({
        id,
        kind,
        ends,
        payer: { uuid: payer_uuid, name: row.payer ?? payer_id ?? payer_uuid },
        provider: { id: provider_id, name: row.provider ?? provider_npi ?? provider_id },
        covered: {
          id: covered_id,
          name: person ?? row.covered ?? covered_npi ?? covered_id,
          npi: covered_npi,
        },
        ...(kind === 'provider' && { regions: states === undefined ? 'national' : states }),
        is_money_known: payer_id !== undefined && provider_npi !== undefined && isFound,
      }),
    },
  }
}

// False if some captures could not be read: a part of the money would look like all of it.
async function readCaptures(
  reading: BoardTools,
  money: EndingMoney,
  unread: Unread[],
): Promise<boolean> {
  const seen = new Set<string>()
  const end = await walkList(reading, {
    operation: operations.listChargeCaptures,
    // Oldest first: new captures are added at the end, so no page shifts.
    query: {
      date_of_service_min: addDays(reading.asOf, -recentDays),
      sort: 'created_at',
      sort_direction: 'asc',
    },
    limit: capturesAtOnce,
    toFacts: toCaptureFacts,
    take: (capture) => {
      const isCounted = capture.state === 'billable' || capture.state === 'planned'
      if (!seen.has(capture.id) && isCounted) money.add(capture)
      seen.add(capture.id)
      return { words: 'Reading planned and recent captures', done: seen.size, total: null }
    },
  })
  noteUnread(unread, end, { rest: 'Charge captures', item: 'Charge captures' })
  return end.failure === null && end.unreadable === 0
}
