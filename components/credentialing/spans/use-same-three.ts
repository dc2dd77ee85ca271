'use client'
import { useQuery } from '@tanstack/react-query'
import { isUuid } from '#lib/core/uuid.ts'
import { listQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { sameThree, spanWays, type Three } from './span-kinds.ts'

/** The spans that the partner has of the same three; undefined while they are not known, or the three are not. */
export type KnownSpans = {
  rows: SpanRow[] | undefined
  isReading: boolean
  trouble: string | undefined
  retry: () => void
}

/** Asks the partner for the spans of the same three, once all three have the form of ids. */
export function useSameThree(kind: SpanKind, three: Three): KnownSpans {
  const isNamed = Object.values(three).every(isUuid)
  const query = useQuery({
    ...listQuery<SpanRow>(spanWays[kind].requestOf(three)),
    enabled: isNamed,
    placeholderData: undefined,
  })
  return {
    rows: isNamed && query.data ? sameThree(query.data.rows, three) : undefined,
    isReading: isNamed && query.isFetching,
    trouble: isNamed && query.error ? failureOf(query.error).message : undefined,
    retry: () => void query.refetch(),
  }
}
