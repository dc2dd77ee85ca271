'use client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { failureWords, type Failure, type Result } from '#lib/core/result.ts'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import type { RosterLine } from '#lib/queries/contracts.ts'
import { outdate } from '#lib/queries/outdates.ts'
import type { Pages } from '#lib/queries/pages.ts'
import { focusOnce } from './focus-once.ts'
import { ChangeResult, type ResultNumbers } from './roster-send.tsx'
import { sendBatch, type RosterOf } from './send-batch.ts'
import { isUnsure, underWayMs } from './send-change.ts'

// Providers that were chosen one by one are added in one write, without the worker and its check of
// a list.

type AddState =
  | { at: 'choosing'; note?: string }
  | { at: 'sending' | 'confirming' }
  | { at: 'added'; numbers: ResultNumbers; unread?: Failure }

type AddTools = {
  send: (
    ids: string[],
  ) => Promise<
    Result<{ provider_count: number; added_count: number | null; ignored_count: number | null }>
  >
  /** Reads the whole roster again: the ids on it. */
  readRoster: () => Promise<Result<ReadonlySet<string>>>
  wait: (ms: number) => Promise<void>
  onConfirming: () => void
}

/**
 * Adds providers in one write and reads the roster again. After a lost answer the roster says who
 * is on it; the person may add the others again, because the partner ignores an id that is there.
 */
export async function addAndConfirm(
  ids: string[],
  { send, readRoster, wait, onConfirming }: AddTools,
): Promise<AddState> {
  const sent = await send(ids)
  if (!sent.ok && !isUnsure(sent.error))
    return { at: 'choosing', note: `${failureWords(sent.error)} No one was added.` }
  if (!sent.ok) await wait(underWayMs)
  onConfirming()
  const roster = await readRoster()
  const missing = roster.ok ? ids.filter((id) => !roster.value.has(id.toLowerCase())).length : 0
  if (!sent.ok) {
    if (!roster.ok)
      return {
        at: 'choosing',
        note: 'No answer from the partner, and the roster couldn’t be loaded. Add them again: no one is added twice.',
      }
    if (missing > 0)
      return {
        at: 'choosing',
        note: `No answer from the partner. ${countOf(missing, providerNoun)} of these ${missing === 1 ? 'isn’t' : 'aren’t'} on the roster. Add them again: no one is added twice.`,
      }
  }
  const {
    provider_count: total,
    added_count,
    ignored_count,
  } = sent.ok ? sent.value : { provider_count: undefined, added_count: null, ignored_count: null }
  const batch = {
    kind: 'add' as const,
    ids: ids.length,
    added: added_count ?? ids.length,
    ignored: ignored_count ?? 0,
  }
  return {
    at: 'added',
    numbers: {
      batches: [{ ...batch, standing: sent.ok ? 'sent' : 'lost' }],
      remaining: { add: missing, remove: 0 },
      total,
      rosterAfter: roster.ok ? roster.value.size : undefined,
    },
    ...(!roster.ok && { unread: roster.error }),
  }
}

export type AddByName = ReturnType<typeof useAddByName>

/**
 * The state of adding providers that were chosen by name. `isSent` is true once something was sent.
 */
export function useAddByName(contract: RosterOf, pages: Pages<RosterLine>) {
  const client = useQueryClient()
  const [state, setState] = useState<AddState>({ at: 'choosing' })
  const [isSent, setSent] = useState(false)
  const isBusy = useRef(false)
  const add = async (ids: string[]) => {
    // A second press before the page has changed must not send a second time.
    if (isBusy.current) return
    isBusy.current = true
    setSent(true)
    setState({ at: 'sending' })
    setState(
      await addAndConfirm(
        ids,
        toolsOf(client, contract, pages, () => setState({ at: 'confirming' })),
      ),
    )
    isBusy.current = false
  }
  return { state, isSent, isSending: state.at === 'sending' || state.at === 'confirming', add }
}

function toolsOf(
  client: QueryClient,
  contract: RosterOf,
  pages: Pages<RosterLine>,
  onConfirming: () => void,
): AddTools {
  return {
    async send(ids) {
      const result = await sendBatch(contract, 'add', ids)
      await outdate(client, 'addContractProviders')
      return result
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onConfirming,
    async readRoster() {
      const read = await pages.readToEnd({ fresh: true })
      return read.ok ? { ok: true, value: idsOn(read.value.rows) } : read
    },
  }
}

/** The ids of a roster, in lower case, as ids are compared. */
export function idsOn(rows: readonly RosterLine[]): Set<string> {
  return new Set(rows.flatMap(({ id, unreadable }) => (unreadable ? [] : [id.toLowerCase()])))
}

/** The outcome of adding providers by name; nothing before they are added. */
export function AddByNameResult({
  adding: { state },
  onClose,
}: {
  adding: AddByName
  onClose: () => void
}) {
  if (state.at !== 'added') return null
  return (
    <div className="flex flex-col gap-3">
      <p ref={focusOnce} tabIndex={-1} role="status" className="text-sm font-medium outline-none">
        {state.unread ? 'Added, but the roster couldn’t be loaded to confirm.' : 'Roster changed.'}
      </p>
      {state.unread ? (
        <p className="rounded-control border border-amber bg-amber-tint px-3 py-2 text-sm">
          {state.unread.message}
        </p>
      ) : (
        <ChangeResult progress={state.numbers} />
      )}
      <footer className="flex justify-end border-t border-line pt-3">
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </div>
  )
}

type AddByNameFooterProps = {
  /** The chosen providers who are not on the roster. */
  joining: readonly string[]
  pages: Pages<RosterLine>
  adding: AddByName
}

/** The sum of the choice and the button that adds. */
export function AddByNameFooter({
  joining,
  pages,
  adding: { state, isSending, add },
}: AddByNameFooterProps) {
  return (
    <div className="flex flex-col gap-3">
      {state.at === 'choosing' && state.note && (
        <p
          role="alert"
          className="rounded-control border border-amber bg-amber-tint px-3 py-2 text-sm"
        >
          {state.note}
        </p>
      )}
      <div className="flex items-center gap-3">
        <div role="status" className="min-w-0 grow text-sm text-ink-2">
          {state.at === 'confirming' ? (
            <ReadingProgress pages={pages} noun={providerNoun} />
          ) : (
            <p>{sumOf(joining.length, pages)}</p>
          )}
        </div>
        <Button
          tone="primary"
          busy={isSending}
          disabled={joining.length === 0}
          onClick={() => void add([...joining])}
        >
          Add {joining.length.toLocaleString('en-US')}
        </Button>
      </div>
    </div>
  )
}

function sumOf(joining: number, { rows, isComplete }: Pages<RosterLine>): string {
  if (joining === 0) return 'Everyone chosen is on the roster already.'
  if (!isComplete) return 'The roster is still loading. Someone you chose may be on it already.'
  return `The roster goes from ${countOf(rows.length, providerNoun)} to ${(rows.length + joining).toLocaleString('en-US')}.`
}
