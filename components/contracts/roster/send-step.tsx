'use client'
import type { RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { ScrollArea } from '#components/ui/scroll-area.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { providerNoun } from '#lib/core/count-of.ts'
import { focusOnce } from './focus-once.ts'
import { resultWords } from './result-words.ts'
import type { SendProgress, SentBatch } from './send-change.ts'
import type { RosterChange, Stage } from './use-roster-change.ts'

type SendStepProps = {
  stage: Extract<Stage, { at: 'sending' }>
  pages: Pages<RosterLine>
  change: RosterChange
  onClose: () => void
}

/** The last step: how far the sending is, what became of every batch, and in the end what the roster says. */
export function SendStep({ stage: { mode, progress }, pages, change, onClose }: SendStepProps) {
  const { step, batches, remaining, failure } = progress
  const isEnded = step === 'done' || step === 'stopped'
  const sent = batches.reduce(
    (sum, { standing, ids, added }) => sum + (standing === 'sent' ? ids : standing === 'lost' ? added : 0),
    0,
  )
  const all = sent + remaining.add + remaining.remove
  const result = step === 'done' ? resultWords(progress) : undefined
  return (
    <div className="flex flex-col gap-3">
      <p ref={focusOnce} tabIndex={-1} role={failure ? 'alert' : 'status'} className="text-sm font-medium outline-none">
        {headline(progress)}
      </p>
      {failure && (
        <p className="rounded-control border border-amber bg-amber-tint px-3 py-2 text-sm">{failure.message}</p>
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
      {result && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
          {result.facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-xs text-ink-2">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {result && (
        <p className="flex items-center gap-2 text-sm">
          <StatusBadge tone={result.agrees ? 'green' : 'amber'}>{result.agrees ? 'Matches' : 'Differs'}</StatusBadge>{' '}
          {result.words}
        </p>
      )}
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
  lost: { words: 'Check again', tone: 'amber' },
  unknown: { words: 'Unknown', tone: 'amber' },
  refused: { words: 'Not sent', tone: 'red' },
}

function Batches({ batches }: { batches: readonly SentBatch[] }) {
  if (batches.length === 0) return null
  return (
    <ScrollArea label="Batches, scrollable" className="max-h-52 rounded-control border border-line">
      <table aria-label="Batches" className="w-full text-left text-xs">
        <thead className="sticky top-0 bg-panel text-ink-2">
          <tr>
            {['Batch', 'Ids', 'Outcome', 'Details'].map((name) => (
              <th key={name} scope="col" className={cell}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map((batch, index) => (
            // Batches only ever join at the end.
            <tr key={index} className="border-t border-line">
              <td className={cell}>{batch.kind === 'add' ? 'Add' : 'Remove'}</td>
              <td className={`${cell} tabular-nums`}>{batch.ids.toLocaleString('en-US')}</td>
              <td className={cell}>
                <StatusBadge tone={standings[batch.standing].tone}>{standings[batch.standing].words}</StatusBadge>
              </td>
              <td className={cell}>{becameOf(batch)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function becameOf({ kind, standing, added, ignored, failure }: SentBatch): string {
  const made = `${added.toLocaleString('en-US')} ${kind === 'add' ? 'added' : 'removed'}`
  if (standing === 'sent') return ignored > 0 ? `${made}, ${ignored.toLocaleString('en-US')} were already there` : made
  const why = failure?.name === 'OutcomeUnknown' ? 'No answer from the partner.' : (failure?.message ?? '')
  if (standing === 'lost') return `${why} The roster shows ${made}.`
  if (standing === 'unknown') return `${why} The roster hasn’t been checked yet.`
  return failure?.message ?? ''
}

const cell = 'px-2.5 py-1.5 font-normal'
