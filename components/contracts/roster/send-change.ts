import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { Remaining } from '#lib/rules/roster/roster-desk.ts'
import type { Desk } from './open-desk.ts'

export type ChangeKind = 'add' | 'remove'

/**
 * A batch and what became of it. `lost`: its answer did not come, or somebody else had changed the roster; the roster was
 * read again and showed that `added` of its ids were made. `unknown`: it was not read since.
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
  /** What is still to be sent, by what is known of the roster. */
  remaining: Remaining
  /** How many providers the partner said the roster has, and how many were read afterwards. */
  total: number | undefined
  rosterAfter: number | undefined
  failure: Failure | undefined
}

export type SendTools = {
  desk: Pick<Desk, 'nextBatch' | 'noteSent' | 'remaining' | 'size'>
  /** Reads the whole roster again and hands it to the desk; why it could not be read, where that failed. */
  readRoster: () => Promise<Failure | undefined>
  send: (kind: ChangeKind, ids: string[]) => Promise<Result<RosterChanged>>
  wait: (ms: number) => Promise<void>
  onProgress: (progress: SendProgress) => void
  isStopped: () => boolean
}

// A lost request may still be under way inside the partner for a moment.
const underWayMs = 1_500
const triesForEach = 3
const unsure = new Set(['OutcomeUnknown', 'ConsoleUnreachable', 'DatabaseAway'])

/**
 * Sends what was agreed to, batch by batch, additions first, and reads the roster at the end. Nothing is sent blindly a
 * second time: after a lost answer, and before every removal, the roster is read and only what is left of it is sent
 * (adding ignores who is there; a removal with one id that is gone removes nobody). `before` goes on after a stop.
 */
export async function sendChange(tools: SendTools, before?: SendProgress): Promise<SendProgress> {
  const { desk } = tools
  let progress: SendProgress = {
    step: 'reading',
    batches: before?.batches ?? [],
    remaining: await desk.remaining(),
    total: before?.total,
    rosterAfter: undefined,
    failure: undefined,
  }
  const tell = (change: Partial<SendProgress>): SendProgress => {
    progress = { ...progress, ...change }
    tools.onProgress(progress)
    return progress
  }
  const note = (batch: SentBatch) =>
    tell({ batches: [...progress.batches.filter(({ standing }) => standing !== 'sending'), batch] })
  const reRead = async (step: 'reading' | 'checking'): Promise<boolean> => {
    tell({ step })
    const failure = await tools.readRoster()
    if (failure) tell({ step: 'stopped', failure })
    else tell({ remaining: await desk.remaining() })
    return !failure
  }

  if ((before || progress.remaining.remove > 0) && !(await reRead('reading'))) return progress
  for (const kind of ['add', 'remove'] as const) {
    let tries = 0
    for (;;) {
      const ids = await desk.nextBatch(kind)
      if (ids.length === 0) break
      if (tools.isStopped()) return tell({ step: 'stopped' })
      tell({ step: 'sending' })
      note({ kind, ids: ids.length, standing: 'sending', added: 0, ignored: 0 })
      const sent = await tools.send(kind, ids)
      if (sent.ok) {
        await desk.noteSent(kind, ids)
        note({
          kind,
          ids: ids.length,
          standing: 'sent',
          added: sent.value.added_count ?? ids.length,
          ignored: sent.value.ignored_count ?? 0,
        })
        tell({ total: sent.value.provider_count, remaining: await desk.remaining() })
        continue
      }
      const failure = sent.error
      const isMoved = kind === 'remove' && failure.name === 'EntityNotFoundError'
      tries += 1
      if ((!isMoved && !unsure.has(failure.name)) || tries >= triesForEach) {
        note({
          kind,
          ids: ids.length,
          standing: unsure.has(failure.name) ? 'unknown' : 'refused',
          added: 0,
          ignored: 0,
          failure,
        })
        return tell({ step: 'stopped', failure })
      }
      if (!isMoved) await tools.wait(underWayMs)
      const left = progress.remaining[kind]
      if (!(await reRead('reading'))) {
        note({ kind, ids: ids.length, standing: isMoved ? 'refused' : 'unknown', added: 0, ignored: 0, failure })
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
  return tell({ step: 'done', rosterAfter: await desk.size() })
}
