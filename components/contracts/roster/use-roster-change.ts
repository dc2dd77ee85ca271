'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '#lib/core/result.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { findProviders, readDirectoryPage, sendRosterBatch, type RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-desk.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { lookUpOpen, openDirectory, type Directory } from './check-list.ts'
import { feedRoster, openDesk, type Desk } from './open-desk.ts'
import { sendChange, type SendProgress } from './send-change.ts'

/** How far a look-up is; `of` is undefined where there is no telling how many there are. */
export type LookUpProgress = { done: number; of: number | undefined }

export type Stage =
  | { at: 'list' }
  /** The roster is not whole yet. */
  | { at: 'waiting' }
  | { at: 'plan'; plan: PlanSummary; lookUp: LookUpProgress | undefined; failure: Failure | undefined }
  | { at: 'sending'; mode: RosterMode; progress: SendProgress }

/** The tools of one dialog: they end with it. `begin` ends the look-up before and answers the signal of the next. */
type Bench = { desk: Desk; directory: Directory; begin: () => AbortSignal; abort: () => void }

function openBench(): Bench {
  const desk = openDesk()
  let controller = new AbortController()
  const abort = () => controller.abort()
  const begin = () => {
    abort()
    controller = new AbortController()
    return controller.signal
  }
  return { desk, directory: openDirectory(desk, readDirectoryPage), begin, abort }
}

/**
 * A roster change from the list to the result. The desk works in a worker; the page's roster is what a list is
 * held against, and is read again before a removal and at the end.
 */
export function useRosterChange(contractId: string, roster: Pages<RosterLine>) {
  const client = useQueryClient()
  const [bench] = useState(openBench)
  const [stage, setStage] = useState<Stage>({ at: 'list' })
  const isSending = stage.at === 'sending' && stage.progress.step !== 'done' && stage.progress.step !== 'stopped'
  const isStopped = useRef(false)
  const isOpen = useRef(true)
  const isBegun = useRef(false)
  const [trouble, setTrouble] = useState<string>()
  // The worker may be gone: because the person left, or because the browser ended it.
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch {
      if (isOpen.current)
        setTrouble(
          'The browser stopped this work. Close this and start again. Everything sent so far is on the roster.',
        )
    }
  }
  // The reading of the roster that the desk has, or is being given.
  const fed = useRef<{ readAt: number | undefined; isFed: Promise<void> } | undefined>(undefined)
  const feed = useCallback(
    (rows: readonly RosterRow[], readAt: number | undefined): Promise<void> => {
      if (fed.current?.readAt !== readAt) fed.current = { readAt, isFed: feedRoster(bench.desk, rows) }
      return fed.current!.isFed
    },
    [bench],
  )
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      bench.abort()
      bench.desk.close()
      fed.current = undefined
    }
  }, [bench])
  const { isWhole, rows, readAt } = roster
  // The desk gets the roster while the person still makes the list.
  useEffect(() => {
    if (isWhole) void feed(rows, readAt).catch(() => undefined)
  }, [isWhole, rows, readAt, feed])

  /** Hands the whole roster to the desk; why it is not whole, where it cannot be. */
  const rosterOnDesk = async (options?: { fresh: boolean }): Promise<Failure | undefined> => {
    const whole = await roster.whole(options)
    if (!whole.ok)
      return whole.error.name === 'Stopped'
        ? { ...whole.error, message: 'Loading the roster was stopped. Press “Continue” first.' }
        : whole.error
    await feed(whole.value.rows, whole.value.readAt)
    return undefined
  }

  const check = async (mode: RosterMode) => {
    const { desk, directory } = bench
    const signal = bench.begin()
    setStage({ at: 'waiting' })
    const unread = await rosterOnDesk()
    if (signal.aborted) return
    const first = await desk.plan(mode)
    if (signal.aborted) return
    if (unread) return setStage({ at: 'plan', plan: first, lookUp: undefined, failure: unread })
    const show = (lookUp: LookUpProgress) => setStage({ at: 'plan', plan: first, lookUp, failure: undefined })
    show({ done: 0, of: undefined })
    const failure = await lookUpOpen({ desk, directory, find: findProviders, onProgress: show, signal }, first.toLookUp)
    // The desk may work out another mode by now: the plan that is agreed to must be the one that was shown.
    if (signal.aborted) return
    const plan = await desk.plan(mode)
    if (!signal.aborted) setStage({ at: 'plan', plan, lookUp: undefined, failure })
  }

  /** Gives the look-up up: what was not looked up is left to the partner where it is an id. */
  const leaveUnchecked = async (mode: RosterMode) => {
    const signal = bench.begin()
    await bench.desk.noteClosed()
    const plan = await bench.desk.plan(mode)
    if (!signal.aborted) setStage({ at: 'plan', plan, lookUp: undefined, failure: undefined })
  }

  // A second press before the page has changed must not send a second time.
  const once = (work: () => Promise<void>) =>
    guarded(async () => {
      if (isBegun.current) return
      isBegun.current = true
      try {
        await work()
      } finally {
        isBegun.current = false
      }
    })

  const send = async (mode: RosterMode, before?: SendProgress) => {
    const { desk } = bench
    isStopped.current = false
    const end = await sendChange(
      {
        desk,
        send: (kind, ids) => sendRosterBatch(contractId, kind, ids),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onProgress: (progress) => setStage({ at: 'sending', mode, progress }),
        isStopped: () => isStopped.current,
        readRoster: () => rosterOnDesk({ fresh: true }),
      },
      before,
    )
    setStage({ at: 'sending', mode, progress: end })
    await invalidateAfter(client, 'addContractProviders')
  }

  return {
    desk: bench.desk,
    stage,
    isSending,
    trouble,
    check: (mode: RosterMode) => guarded(() => check(mode)),
    leaveUnchecked: (mode: RosterMode) => guarded(() => leaveUnchecked(mode)),
    toList: () => {
      bench.abort()
      setStage({ at: 'list' })
    },
    agreeAndSend: (mode: RosterMode, withUnchecked: boolean) =>
      once(async () => {
        await bench.desk.agree({ withUnchecked })
        await send(mode)
      }),
    goOn: (mode: RosterMode, before: SendProgress) => once(() => send(mode, before)),
    stop: () => {
      isStopped.current = true
    },
  }
}

export type RosterChange = ReturnType<typeof useRosterChange>
