import 'server-only'
import { now } from '#lib/console/clock.ts'
import { operations } from '#lib/contract/operations.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { Unlinked } from '#lib/lists/overview.ts'
import { chargesOf, toChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import type { JobTools } from '#lib/actions/jobs/job-kind.ts'
import { askPages, eachPage } from '#lib/actions/lists/partner-pages.ts'

// A capture has some kilobytes, and a reply has at most 20 MB.
const pageSize = 500

/**
 * Counts the billable charge captures that are in no claim: the partner's whole list, page by page,
 * of which only sums are kept. Fails with the first page that cannot be read: a part of the list is
 * no count.
 */
export async function readUnlinked({
  retrying,
  signal,
}: Pick<JobTools, 'retrying' | 'signal'>): Promise<Result<Unlinked>> {
  const found: Unlinked = {
    read_at: new Date(now()).toISOString(),
    captures: 0,
    cents: 0,
    without_charge: 0,
    unreadable: 0,
  }
  const seen = new Set<string>()
  const ask = (page: Parameters<ReturnType<typeof askPages>>[0]) =>
    retrying(
      (connection) => askPages(connection, operations.listChargeCaptures, {}, { signal })(page),
      () => seen.size,
    )
  // Oldest first: new captures are added at the end, so no page shifts.
  const query = {
    status: 'billable',
    exclude_charges_linked_to_claims: true,
    sort: 'created_at',
    sort_direction: 'asc',
  }
  for await (const page of eachPage(ask, { ...query, limit: pageSize }, { signal })) {
    if (!page.ok) return page
    for (const capture of page.value.items) {
      const id = textOf(memberAt(capture, 'id'))
      if (id === undefined) found.unreadable += 1
      if (id === undefined || seen.has(id)) continue
      seen.add(id)
      const cents = chargesOf(memberAt(capture, 'charge_capture_data'))
      const date = toChargeCaptureRow(capture).date_of_service
      found.captures += 1
      found.cents += cents ?? 0
      if (cents === undefined) found.without_charge += 1
      if (
        date !== undefined &&
        isLocalDate(date) &&
        (found.oldest === undefined || date < found.oldest)
      )
        found.oldest = date
    }
  }
  return ok(found)
}
