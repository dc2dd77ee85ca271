import { queryOptions } from '@tanstack/react-query'
import { listExports } from '#lib/actions/exports.ts'
import { unwrapReply } from './reply.ts'

/** The person's exports and how they go; read again and again while one runs. */
export function exportsQuery() {
  return queryOptions({
    queryKey: ['listExports', {}] as const,
    queryFn: () => unwrapReply(listExports({})),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ is_open }) => is_open) ? 1_000 : false),
  })
}
