import { queryOptions } from '@tanstack/react-query'
import { readJobItems } from '#lib/actions/jobs.ts'
import {
  readJoin,
  readJoinChoice,
  readProviderPage,
  readStatusReport,
} from '#lib/actions/providers.ts'
import { actQuery, edited } from './act-query.ts'
import { unwrapReply } from './reply.ts'

/** A rendering provider with their contracts, spans, facilities and captures at risk. */
export const providerQuery = actQuery('readProvider', readProviderPage)

/** The status report of a provider; each read is one entry of the trail. */
export const statusReportQuery = actQuery('readStatusReport', readStatusReport, edited)

/** The contracts that a provider may join. */
export const joinChoiceQuery = actQuery('readJoinChoice', readJoinChoice, { staleTime: 300_000 })

/** What the partner has of a provider now, which the dry run of their joining compares with. */
export const joinQuery = actQuery('readJoin', readJoin)

const askEveryMs = 1_000
const openStates: ReadonlySet<string> = new Set(['queued', 'leased', 'sent'])

/** Every record of a job of at most 200, read again and again until each has ended. */
export function joinItemsQuery(id: string) {
  return queryOptions({
    queryKey: ['readJobItems', { id }, 'all'],
    queryFn: () => unwrapReply(readJobItems({ id })),
    refetchInterval: ({ state }) =>
      (state.data?.items.some((item) => openStates.has(item.state)) ?? true) ? askEveryMs : false,
    gcTime: 60_000,
  })
}
