'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import type { CoverageView } from '#lib/rules/coverage/coverage.ts'
import { countStates } from '#lib/rules/coverage/standing.ts'
import {
  arrange,
  judgeRows,
  sortByName,
  type CoverageFilter,
  type Judgements,
  type JudgedRow,
} from './arrange.ts'

type Judged = { view: CoverageView; rows: readonly JudgedRow[]; byName: Uint32Array }

export type Arranged = {
  /** The visible rows, in order, and the day that they were judged for. */
  rows: readonly JudgedRow[]
  view: CoverageView
  /** The number of judged rows. */
  judged: number
  counts: ReturnType<typeof countStates> | undefined
  /** The first rows are loading, or some rows are not judged for this day yet. */
  isBusy: boolean
}

const noRows: readonly JudgedRow[] = []

/**
 * The rows that were read, judged for a day, filtered and sorted. While the reading goes on, the
 * shown rows keep their places: newer rows join them at the end of the reading or when the person
 * changes anything. A failed judgement throws during rendering, so that the page's error boundary
 * shows it.
 */
export function useArranged(
  rows: readonly CoverageRow[],
  isReading: boolean,
  view: CoverageView,
  filter: CoverageFilter,
): Arranged {
  const known = useRef<{ view: CoverageView; judgements: Judgements }>(undefined)
  // The order by name is the same on every day.
  const named = useRef<{ rows: readonly CoverageRow[]; byName: Uint32Array }>(undefined)
  const [judged, setJudged] = useState<Judged>()
  const [failed, setFailed] = useState<{
    wanted: readonly CoverageRow[]
    view: CoverageView
    error: unknown
  }>()
  const isCurrent = judged?.view === view && judged.rows.length > 0
  const wanted = rows.length > 0 && !(isCurrent && isReading) ? rows : undefined
  useEffect(() => {
    if (!wanted) return
    if (known.current?.view !== view) known.current = { view, judgements: new WeakMap() }
    const { judgements } = known.current
    const controller = new AbortController()
    const judge = async () => {
      const all = await judgeRows(wanted, view, judgements, controller.signal)
      const byName =
        named.current?.rows === wanted
          ? named.current.byName
          : await sortByName(all, controller.signal)
      if (controller.signal.aborted) return
      named.current = { rows: wanted, byName }
      setJudged({ view, rows: all, byName })
    }
    judge().catch((error: unknown) => {
      if (!controller.signal.aborted) setFailed({ wanted, view, error })
    })
    return () => controller.abort()
  }, [wanted, view])
  if (failed && failed.wanted === wanted && failed.view === view) throw failed.error
  const arranged = useMemo(
    () => (judged ? arrange(judged.rows, judged.byName, filter) : noRows),
    [judged, filter],
  )
  const counts = useMemo(() => judged && countStates(judged.rows), [judged])
  const current = rows.length === 0 ? undefined : judged
  return {
    rows: current ? arranged : noRows,
    view: current?.view ?? view,
    judged: current?.rows.length ?? 0,
    counts: current && counts,
    isBusy: current
      ? current.view !== view || (!isReading && current.rows.length !== rows.length)
      : isReading || rows.length > 0,
  }
}
