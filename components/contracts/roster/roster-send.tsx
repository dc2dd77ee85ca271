'use client'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { RequestNote } from '#components/ui/request-note.tsx'
import { ScrollArea } from '#components/ui/scroll-area.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { failureWords } from '#lib/core/result.ts'
import { providerNoun } from '#lib/core/count-of.ts'
import type { RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import { focusOnce } from './focus-once.ts'
import type { SendProgress, SentBatch } from './send-change.ts'
import type { RosterChangeState, Stage } from './use-roster-change.ts'

type SendStepProps = {
  stage: Extract<Stage, { at: 'sending' }>
  pages: Pages<RosterLine>
  change: RosterChangeState
  onClose: () => void
}

/**
 * The last step: the progress of the sending, the outcome of every batch, and in the end the
 * roster's new size.
 */
export function SendStep({ stage: { mode, progress }, pages, change, onClose }: SendStepProps) {
  const { step, batches, remaining, failure } = progress
  const isEnded = step === 'done' || step === 'stopped'
  const sent = batches.reduce(
    (sum, { standing, ids, added }) =>
      sum + (standing === 'sent' ? ids : standing === 'lost' ? added : 0),
    0,
  )
  const all = sent + remaining.add + remaining.remove
  return (
    <div className="flex flex-col gap-3">
      <p
        ref={focusOnce}
        tabIndex={-1}
        role={failure ? 'alert' : 'status'}
        className="text-sm font-medium outline-none"
      >
        {headline(progress)}
      </p>
      {failure && (
        <p className="rounded-control border border-amber bg-amber-tint px-3 py-2 text-sm">
          {failureWords(failure)} <RequestNote id={failure.requestId} />
        </p>
      )}
      {!isEnded && (
        <div className="flex items-center gap-3">
          {step === 'sending' ? (
            <ProgressBar label="Sent" value={sent} max={all} className="grow" />
          ) : (
            <ReadingProgress pages={pages} noun={providerNoun} />
          )}
        </div>
      )}
      {step === 'done' && <ChangeResult progress={progress} />}
      <Batches batches={batches} />
      <footer className="flex items-center justify-end gap-2 border-t border-line pt-3">
        {!isEnded && <Button onClick={change.stop}>Stop after this batch</Button>}
        {step === 'stopped' && (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button tone="primary" onClick={() => void change.goOn(mode, progress)}>
              Refresh the roster and continue
            </Button>
          </>
        )}
        {step === 'done' && (
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </footer>
    </div>
  )
}

/**
 * The numbers of a change that was sent, and whether the roster that was read afterwards matches
 * them.
 */
export function ChangeResult({ progress }: { progress: ResultNumbers }) {
  const { facts, agrees, words } = resultWords(progress)
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-ink-2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex items-center gap-2 text-sm">
        <StatusBadge tone={agrees ? 'green' : 'amber'}>
          {agrees ? 'Matches' : 'Differs'}
        </StatusBadge>{' '}
        {words}
      </p>
    </>
  )
}

export type ResultNumbers = Pick<SendProgress, 'batches' | 'remaining' | 'total' | 'rosterAfter'>

function headline({ step, remaining, failure }: SendProgress): string {
  const left = remaining.add + remaining.remove
  if (step === 'reading') return 'Loading the roster, so that only the remaining changes are sent'
  if (step === 'checking') return 'All sent. Loading the roster to confirm'
  if (step === 'sending') return `Sending; ${left.toLocaleString('en-US')} left`
  if (step === 'done') return 'Roster changed.'
  if (left === 0) return 'All sent, but the roster couldn’t be loaded to confirm.'
  return `${failure ? 'The change isn’t complete' : 'Stopped'}: ${left.toLocaleString('en-US')} left.`
}

const standings: Record<SentBatch['standing'], { words: string; tone: Tone }> = {
  sending: { words: 'Being sent', tone: 'blue' },
  sent: { words: 'Done', tone: 'green' },
  lost: { words: 'Lost answer', tone: 'amber' },
  unknown: { words: 'Unknown', tone: 'amber' },
  refused: { words: 'Not done', tone: 'red' },
}

function Batches({ batches }: { batches: readonly SentBatch[] }) {
  if (batches.length === 0) return null
  return (
    <ScrollArea label="Batches, scrollable" className="max-h-52 rounded-control border border-line">
      <table aria-label="Batches" className="w-full text-left text-xs">
        <thead className="sticky top-0 bg-panel text-ink-2">
          <tr>
            {['Batch', 'Providers', 'Outcome', 'Details'].map((name) => (
              <th key={name} scope="col" className={cell}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map((batch, index) => (
            // Batches are only added at the end.
            <tr key={index} className="border-t border-line">
              <td className={cell}>{batch.kind === 'add' ? 'Add' : 'Remove'}</td>
              <td className={`${cell} tabular-nums`}>{batch.ids.toLocaleString('en-US')}</td>
              <td className={cell}>
                <StatusBadge tone={standings[batch.standing].tone}>
                  {standings[batch.standing].words}
                </StatusBadge>
              </td>
              <td className={cell}>{detailsOf(batch)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function detailsOf({ kind, standing, added, ignored, failure }: SentBatch): string {
  const made = `${added.toLocaleString('en-US')} ${kind === 'add' ? 'added' : 'removed'}`
  if (standing === 'sent')
    return ignored > 0 ? `${made}, ${ignored.toLocaleString('en-US')} were already there` : made
  const why =
    failure?.name === 'OutcomeUnknown' ? 'No answer from the partner.' : (failure?.message ?? '')
  if (standing === 'lost') return `${why} The roster shows ${made}.`
  if (standing === 'unknown') return `${why} The roster hasn’t been checked yet.`
  return failure?.message ?? ''
}

const cell = 'px-2.5 py-1.5 font-normal'

/**
 * The numbers of a change, and whether the partner's answers agree with the roster that was read
 * afterwards.
 */
export function resultWords({ batches, remaining, total, rosterAfter }: ResultNumbers): {
  facts: [name: string, value: string][]
  agrees: boolean
  words: string
} {
  const sum = (kind: SentBatch['kind'], of: 'added' | 'ignored') =>
    batches.reduce((all, batch) => (batch.kind === kind ? all + batch[of] : all), 0)
  const has = (kind: SentBatch['kind']) => batches.some((batch) => batch.kind === kind)
  const facts: [string, string][] = []
  if (has('add'))
    facts.push(['Added', many(sum('add', 'added'))], ['Already there', many(sum('add', 'ignored'))])
  if (has('remove')) facts.push(['Removed', many(sum('remove', 'added'))])
  // The two agree: one number says so.
  if (rosterAfter !== undefined && rosterAfter === total)
    facts.push(['Roster now', `${many(rosterAfter)} (confirmed)`])
  else {
    if (total !== undefined) facts.push(['Total from the partner', many(total)])
    if (rosterAfter !== undefined) facts.push(['Roster now', many(rosterAfter)])
  }
  const missing = remaining.add + remaining.remove
  const agrees = missing === 0 && (total === undefined || total === rosterAfter)
  return {
    facts,
    agrees,
    words: agrees ? 'The roster matches what was sent.' : differs(remaining, total, rosterAfter),
  }
}

function differs(
  { add, remove }: SendProgress['remaining'],
  total: number | undefined,
  after: number | undefined,
): string {
  const parts = [
    add > 0 && `${many(add)} that ${add === 1 ? 'was added is' : 'were added are'} not on it`,
    remove > 0 &&
      `${many(remove)} that ${remove === 1 ? 'was removed is' : 'were removed are'} on it again`,
    add + remove === 0 &&
      `it has ${many(after ?? 0)}, but the partner reported ${many(total ?? 0)}`,
  ].filter(Boolean)
  return `The roster doesn’t match: ${parts.join(', ')}. Someone else may have changed it.`
}

function many(count: number): string {
  return count.toLocaleString('en-US')
}
