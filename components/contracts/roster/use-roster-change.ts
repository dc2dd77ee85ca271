'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { saveFile } from '#components/ui/save-file.ts'
import type { Failure } from '#lib/core/result.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { findProviders, readDirectoryPage, type RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-change.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { lookUpOpen, openDirectory, type Directory } from './look-up-providers.ts'
import { sendBatch, type RosterOf } from './send-batch.ts'
import { sendChange, type SendProgress } from './send-change.ts'
import {
  createRosterWorker,
  putRoster,
  toListed,
  type RosterWorker,
} from './start-roster-worker.ts'

/** The progress of a look-up; `of` is undefined if their number is unknown. */
export type LookUpProgress = { done: number; of: number | undefined }

export type Stage =
  | { at: 'list' }
  /** The roster is not whole yet. */
  | { at: 'waiting' }
  | {
      at: 'plan'
      plan: PlanSummary
      lookUp: LookUpProgress | undefined
      failure: Failure | undefined
    }
  | { at: 'sending'; mode: RosterMode; progress: SendProgress }

/**
 * The tools of one dialog. `begin` ends the previous look-up and returns the signal of the next
 * one.
 */
type Tools = {
  worker: RosterWorker
  directory: Directory
  begin: () => AbortSignal
  abort: () => void
}

function createTools(): Tools {
  let controller = new AbortController()
  const abort = () => controller.abort()
  const begin = () => {
    abort()
    controller = new AbortController()
    return controller.signal
  }
  return { worker: createRosterWorker(), directory: openDirectory(readDirectoryPage), begin, abort }
}

/** Called when the browser has ended the worker. */
export const workerEnded = 'The browser stopped this work. Close this and start again.'

// Copying a larger roster to the worker takes a moment: it begins while the person still makes the
// list.
const largeRoster = 5_000

/**
 * A roster change from the list to the result. The work is done in a worker, which starts with the
 * first list or with a large roster. The page's roster is what a list is compared with; it is read
 * again before a removal and at the end.
 */
export function useRosterChange(contract: RosterOf, roster: Pages<RosterLine>) {
  const client = useQueryClient()
  const [tools] = useState(createTools)
  const [stage, setStage] = useState<Stage>({ at: 'list' })
  const isSending =
    stage.at === 'sending' && stage.progress.step !== 'done' && stage.progress.step !== 'stopped'
  const isStopped = useRef(false)
  const isOpen = useRef(true)
  const isBusy = useRef(false)
  const [trouble, setTrouble] = useState<string>()
  // The worker is gone when the browser ended it.
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch {
      if (isOpen.current) setTrouble(`${workerEnded} Everything sent so far is on the roster.`)
    }
  }
  // The reading of the roster that the worker has, or is being given.
  const given = useRef<{ readAt: number | undefined; isThere: Promise<void> } | undefined>(
    undefined,
  )
  const giveRoster = useCallback(
    (rows: readonly RosterRow[], readAt: number | undefined): Promise<void> => {
      if (given.current?.readAt !== readAt)
        given.current = { readAt, isThere: tools.worker.run((change) => putRoster(change, rows)) }
      return given.current!.isThere
    },
    [tools],
  )
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      tools.abort()
      tools.worker.close()
      given.current = undefined
    }
  }, [tools])
  const { isComplete, rows, readAt } = roster
  useEffect(() => {
    if (isComplete && rows.length > largeRoster)
      void giveRoster(rows, readAt).catch(() => undefined)
  }, [isComplete, rows, readAt, giveRoster])

  /** Gives the whole roster to the worker; answers the failure of its reading. */
  const rosterInWorker = async (options?: { fresh: boolean }): Promise<Failure | undefined> => {
    const read = await roster.readToEnd(options)
    if (!read.ok)
      return read.error.name === 'Stopped'
        ? { ...read.error, message: 'Loading the roster was stopped. Press “Continue” first.' }
        : read.error
    await giveRoster(read.value.rows, read.value.readAt)
    return undefined
  }

  const check = (mode: RosterMode, chosen?: readonly RosterRow[]) =>
    tools.worker.run(async (change) => {
      const signal = tools.begin()
      setStage({ at: 'waiting' })
      if (chosen) await change.choose(chosen.map(toListed))
      const unread = await rosterInWorker()
      if (signal.aborted) return
      const first = await change.plan(mode)
      if (signal.aborted) return
      if (unread) return setStage({ at: 'plan', plan: first, lookUp: undefined, failure: unread })
      const onProgress = (lookUp: LookUpProgress) =>
        setStage({ at: 'plan', plan: first, lookUp, failure: undefined })
      onProgress({ done: 0, of: undefined })
      const { directory } = tools
      const failure = await lookUpOpen(
        { change, directory, find: findProviders, onProgress, signal },
        first.toLookUp,
      )
      // The worker may plan another mode by now: the plan that is sent must be the one that was
      // shown.
      if (signal.aborted) return
      const plan = await change.plan(mode)
      if (!signal.aborted) setStage({ at: 'plan', plan, lookUp: undefined, failure })
    })

  /** Ends the look-up: the partner decides about ids that were not looked up. */
  const leaveUnchecked = (mode: RosterMode) =>
    tools.worker.run(async (change) => {
      const signal = tools.begin()
      await change.noteClosed()
      const plan = await change.plan(mode)
      if (!signal.aborted) setStage({ at: 'plan', plan, lookUp: undefined, failure: undefined })
    })

  // A second press before the page has changed must not send a second time.
  const once = (work: () => Promise<void>) =>
    guarded(async () => {
      if (isBusy.current) return
      isBusy.current = true
      try {
        await work()
      } finally {
        isBusy.current = false
      }
    })

  const send = (mode: RosterMode, before?: SendProgress) =>
    tools.worker.run(async (change) => {
      isStopped.current = false
      const end = await sendChange(
        {
          change,
          send: (kind, ids) => sendBatch(contract, kind, ids),
          wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          onProgress: (progress) => setStage({ at: 'sending', mode, progress }),
          isStopped: () => isStopped.current,
          readRoster: () => rosterInWorker({ fresh: true }),
        },
        before,
      )
      setStage({ at: 'sending', mode, progress: end })
      await outdate(client, 'addContractProviders')
    })

  return {
    worker: tools.worker,
    stage,
    isSending,
    trouble,
    /** `chosen` are providers besides those of the list; without it those of the check before. */
    check: (mode: RosterMode, chosen?: readonly RosterRow[]) => guarded(() => check(mode, chosen)),
    leaveUnchecked: (mode: RosterMode) => guarded(() => leaveUnchecked(mode)),
    toList: () => {
      tools.abort()
      setStage({ at: 'list' })
    },
    agreeAndSend: (mode: RosterMode, withUnchecked: boolean) =>
      once(async () => {
        await tools.worker.run((change) => change.agree({ withUnchecked }))
        await send(mode)
      }),
    /** Saves the plan, line by line, as a CSV file. */
    saveReport: () =>
      guarded(async () =>
        saveFile('roster-check.csv', await tools.worker.run((change) => change.reportFile())),
      ),
    goOn: (mode: RosterMode, before: SendProgress) => once(() => send(mode, before)),
    stop: () => {
      isStopped.current = true
    },
  }
}

export type RosterChangeState = ReturnType<typeof useRosterChange>
