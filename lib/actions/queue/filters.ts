import 'server-only'
import { z } from 'zod'
import {
  causeKey,
  filingLimitKinds,
  queueSorts,
  queueViews,
  type FilingLimitKind,
} from '#lib/lists/queue.ts'
import {
  updateDirections,
  updateKinds,
  updateSteps,
  type UpdateDirection,
  type UpdateKind,
  type UpdateStep,
} from '#lib/lists/updates.ts'
import { day, id } from '#lib/actions/inputs.ts'

// The filters of the queue's lists, as actions take them.

/** A name or an id of a filter. */
export const filterText = z.string().min(1).max(500)

/** The key of a cause. */
export const cause = z.string().regex(causeKey)

const keysOf = <T extends string>(words: Record<T, string>) => Object.keys(words) as [T, ...T[]]

/** QueueFilter. */
export const queueFilter = z.strictObject({
  view: z.enum(queueViews),
  cause: cause.optional(),
  payer: filterText.optional(),
  facility: filterText.optional(),
  provider: filterText.optional(),
  date_of_service_min: day.optional(),
  date_of_service_max: day.optional(),
  is_undated: z.boolean().optional(),
  first_seen_min: day.optional(),
  is_late: z.boolean().optional(),
  filing_limit: z.enum(keysOf<FilingLimitKind>(filingLimitKinds)).optional(),
  owner: id.optional(),
  sort: z.enum(queueSorts),
})

/** UpdatesFilter. */
export const updatesFilter = z.strictObject({
  kind: z.enum(keysOf<UpdateKind>(updateKinds)).optional(),
  step: z.enum(keysOf<UpdateStep>(updateSteps)).optional(),
  direction: z.enum(keysOf<UpdateDirection>(updateDirections)).optional(),
  payer: filterText.optional(),
  facility: filterText.optional(),
  provider: filterText.optional(),
  owner: filterText.optional(),
  first_seen_min: day.optional(),
  claim_creation_ids: z.array(id).optional(),
  sort: z.enum(['money', 'kind', 'oldest']),
})
