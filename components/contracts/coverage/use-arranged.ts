'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import type { CoverageView } from '#lib/rules/coverage/coverage.ts'
import {
  arrange,
  countStates,
  judgeRows,
  sortByName,
  type CoverageFilter,
  type Judgements,
  type JudgedRow,
} from './arrange.ts'

type Judged = { view: CoverageView; rows: readonly JudgedRow[]; byName: Uint32Array }

export type Arranged = {
  /** The rows that are shown, in order, and the day that they were judged for. */
  rows: readonly JudgedRow[]
  view: CoverageView
  /** How many rows were judged. */
  judged: number
  counts: ReturnType<typeof countStates> | undefined
  /** The first rows are being read, or they, those for another day, or those that came since are being judged. */
  isBusy: boolean
}

const nobody: readonly JudgedRow[] = []

/**
 * The rows of a walk, judged for a day and arranged. While the walk goes on, the rows that came first stay where they
 * are: what came since joins them when the walk is over, or when the person changes anything. Judging that fails
 * throws here, for the page's own words about what went wrong.
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
  const [failed, setFailed] = useState<{ wanted: readonly CoverageRow[]; view: CoverageView; error: unknown }>()
  const isCurrent = judged?.view === view && judged.rows.length > 0
  const wanted = rows.length > 0 && !(isCurrent && isReading) ? rows : undefined
  useEffect(() => {
    if (!wanted) return
    if (known.current?.view !== view) known.current = { view, judgements: new WeakMap() }
    const { judgements } = known.current
    const controller = new AbortController()
    const judge = async () => {
      const all = await judgeRows(wanted, view, judgements, controller.signal)
      const byName = named.current?.rows === wanted ? named.current.byName : await sortByName(all, controller.signal)
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
  const arranged = useMemo(() => (judged ? arrange(judged.rows, judged.byName, filter) : nobody), [judged, filter])
  const counts = useMemo(() => judged && countStates(judged.rows), [judged])
  const current = rows.length === 0 ? undefined : judged
  return {
    rows: current ? arranged : nobody,
    view: current?.view ?? view,
    judged: current?.rows.length ?? 0,
    counts: current && counts,
    isBusy: current
      ? current.view !== view || (!isReading && current.rows.length !== rows.length)
      : isReading || rows.length > 0,
  }
}
