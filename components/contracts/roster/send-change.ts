import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { Remaining } from '#lib/rules/roster/roster-change.ts'
import type { RosterCalls } from './start-roster-worker.ts'

export type ChangeKind = 'add' | 'remove'

/**
 * A batch and its outcome. `lost`: no answer came, or somebody else had changed the roster; the
 * roster was read again and showed that `added` of its ids were made. `unknown`: the roster was not
 * read since.
 */
export type SentBatch = {
  kind: ChangeKind
  ids: number
  standing: 'sending' | 'sent' | 'lost' | 'unknown' | 'refused'
  added: number
  ignored: number
  failure?: Failure
}

export type SendProgress = {
  step: 'reading' | 'sending' | 'checking' | 'done' | 'stopped'
  batches: SentBatch[]
  /** The changes not yet sent, as far as the roster is known. */
  remaining: Remaining
  /** The roster's size in the partner's reply, and the number of providers read afterwards. */
  total: number | undefined
  rosterAfter: number | undefined
  failure: Failure | undefined
}

export type SendTools = {
  change: Pick<RosterCalls, 'nextBatch' | 'noteSent' | 'remaining' | 'size'>
  /**
   * Reads the whole roster again and gives it to the change; answers the failure of the reading.
   */
  readRoster: () => Promise<Failure | undefined>
  send: (kind: ChangeKind, ids: string[]) => Promise<Result<RosterChanged>>
  wait: (ms: number) => Promise<void>
  onProgress: (progress: SendProgress) => void
  isStopped: () => boolean
}

/** A lost request may still be under way inside the partner for a moment. */
export const underWayMs = 1_500
const triesForEach = 3
const unsure = new Set(['OutcomeUnknown', 'ConsoleUnreachable', 'DatabaseAway'])

/** True for a failure after which the change may have been made all the same. */
export function isUnsure({ name }: Pick<Failure, 'name'>): boolean {
  return unsure.has(name)
}

/**
 * Sends the agreed changes, batch by batch, additions first, and reads the roster at the end.
 * Nothing is sent blindly a second time: after a lost answer, and before every removal, the roster
 * is read and only the rest is sent (the partner ignores an added id that is there; it refuses a
 * removal with one id that is gone). `before` continues after a stop.
 */
export async function sendChange(tools: SendTools, before?: SendProgress): Promise<SendProgress> {
  const { change } = tools
  let progress: SendProgress = {
    step: 'reading',
    batches: before?.batches ?? [],
    remaining: await change.remaining(),
    total: before?.total,
    rosterAfter: undefined,
    failure: undefined,
  }
  const report = (next: Partial<SendProgress>): SendProgress => {
    progress = { ...progress, ...next }
    tools.onProgress(progress)
    return progress
  }
  const note = (batch: SentBatch) =>
    report({
      batches: [...progress.batches.filter(({ standing }) => standing !== 'sending'), batch],
    })
  const reRead = async (step: 'reading' | 'checking'): Promise<boolean> => {
    report({ step })
    const failure = await tools.readRoster()
    if (failure) report({ step: 'stopped', failure })
    else report({ remaining: await change.remaining() })
    return !failure
  }

  if ((before || progress.remaining.remove > 0) && !(await reRead('reading'))) return progress
  for (const kind of ['add', 'remove'] as const) {
    let tries = 0
    for (;;) {
      const ids = await change.nextBatch(kind)
      if (ids.length === 0) break
      if (tools.isStopped()) return report({ step: 'stopped' })
      report({ step: 'sending' })
      note({ kind, ids: ids.length, standing: 'sending', added: 0, ignored: 0 })
      const sent = await tools.send(kind, ids)
      if (sent.ok) {
        await change.noteSent(kind, ids)
        note({
          kind,
          ids: ids.length,
          standing: 'sent',
          added: sent.value.added_count ?? ids.length,
          ignored: sent.value.ignored_count ?? 0,
        })
        report({ total: sent.value.provider_count, remaining: await change.remaining() })
        continue
      }
      const failure = sent.error
      const isMoved = kind === 'remove' && failure.name === 'EntityNotFoundError'
      tries += 1
      if ((!isMoved && !isUnsure(failure)) || tries >= triesForEach) {
        note({
          kind,
          ids: ids.length,
          standing: isUnsure(failure) ? 'unknown' : 'refused',
          added: 0,
          ignored: 0,
          failure,
        })
        return report({ step: 'stopped', failure })
      }
      if (!isMoved) await tools.wait(underWayMs)
      const left = progress.remaining[kind]
      if (!(await reRead('reading'))) {
        note({
          kind,
          ids: ids.length,
          standing: isMoved ? 'refused' : 'unknown',
          added: 0,
          ignored: 0,
          failure,
        })
        return progress
      }
      note({
        kind,
        ids: ids.length,
        standing: 'lost',
        added: Math.max(0, left - progress.remaining[kind]),
        ignored: 0,
        failure,
      })
    }
  }
  if (!(await reRead('checking'))) return progress
  return report({ step: 'done', rosterAfter: await change.size() })
}
