'use client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { DataTable } from '#components/table/data-table.tsx'
import type { RowChoice } from '#components/table/selection.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { ProgressBar, progressWords } from '#components/ui/progress-bar.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { Spinner } from '#components/ui/spinner.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showFailure } from '#components/ui/toast.tsx'
import { sendBulkFix, steerBulkFix, undoBulkFix } from '#lib/actions/bulk-fixes.ts'
import type { BulkJob, BulkProgress } from '#lib/actions/bulk/fix.ts'
import type { BulkOutcome } from '#lib/actions/bulk/outcome.ts'
import type { BulkRow } from '#lib/actions/bulk/read.ts'
import { changeNoun, countOf } from '#lib/core/count-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { Result } from '#lib/core/result.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { mostWithoutConsent, reasonWords } from '#lib/rules/bulk/change-class.ts'
import {
  chosenAmount,
  chosenForecast,
  sentStates,
  statesToSend,
  type Choosable,
  type ChosenAmount,
  type SentState,
} from '#lib/rules/bulk/chosen-amount.ts'
import { formatCents } from '#lib/core/money.ts'
import {
  allBulkRows,
  bulkFixQuery,
  bulkOutcomeQuery,
  bulkRowsQuery,
  type BulkRowFilter,
} from '#lib/queries/bulk-fixes.ts'
import { askAct } from '#lib/queries/use-act.ts'
import { BulkCards, type BulkPart } from './bulk-cards.tsx'
import { bulkColumns } from './bulk-columns.tsx'
import { outcomeWords } from './outcome-words.ts'
import { WrongLines } from './wrong-lines.tsx'

// Of a fix that changed nothing, or whose changes were all undone.
const noOutcome: BulkOutcome = {
  captures: 0,
  billed: { captures: 0, claims: 0, cents: 0 },
  in_error: { claims: 0, cents: 0 },
  other: { claims: 0, cents: 0 },
}

const UndoDialog = onDemand(() => import('./undo-dialog.tsx').then((module) => module.UndoDialog))

type BulkPreviewProps = {
  standing: BulkProgress
  today: string
  onEdit: () => void
}

const captureNoun = { one: 'capture', many: 'captures' }
const billedNoun = { one: 'billed capture', many: 'billed captures' }
const changedNoun = { one: 'capture keeps', many: 'captures keep' }
const valueNoun = { one: 'value is', many: 'values are' }
const leftOutNoun = { one: 'line of the file is', many: 'lines of the file are' }
const none: readonly BulkRow[] = []
const partFilters: { [part in BulkPart]: BulkRowFilter } = {
  all: { states: ['ready', 'keeps', 'billed', 'needs-you', 'skipped'] },
  sent: { states: ['ready', 'keeps', 'billed'] },
  bills: { states: ['ready'] },
  billed: { states: ['billed'] },
  needs: { states: ['needs-you'] },
  skipped: { states: ['skipped'] },
  'claims-billed': { states: ['ready', 'keeps', 'billed'], claims: 'billed' },
  'claims-in-error': { states: ['ready', 'keeps', 'billed'], claims: 'in-error' },
  'claims-open': { states: ['ready', 'keeps', 'billed'], claims: 'other' },
  unsent: {
    states: ['ready', 'keeps', 'billed'],
    results: ['conflict', 'rejected', 'unknown', 'cancelled'],
  },
}

/** True for a replacement in empty fields where none is empty. */
function findsNone({ change, tally }: BulkProgress): boolean {
  return (
    change?.kind === 'replace' &&
    change.find === '' &&
    tally.skips.same === tally.read &&
    tally.read > 0
  )
}

/** What a change does to each capture, and once it is sent, what became of each. */
export function BulkPreview({ standing, today, onEdit }: BulkPreviewProps) {
  const client = useQueryClient()
  const { id, tally, is_read, job, undo, asks, consent, problems } = standing
  const [part, setPart] = useState<BulkPart>('all')
  const [choice, setChoice] = useState<{ isAll: boolean; ids: ReadonlySet<string> }>({
    isAll: true,
    ids: new Set(),
  })
  const [active, setActive] = useState(-1)
  const [reason, setReason] = useState('')
  const [hasBilled, setBilled] = useState(false)
  const [isUndoing, setUndoing] = useState(false)
  const [asked, setAsked] = useState<string>()
  const reasonId = useId()
  const rowsQuery = bulkRowsQuery(id, partFilters[part])
  const pages = useInfiniteQuery(rowsQuery)
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? none, [pages.data])

  const changed = changedIn(standing)
  const running = undo?.is_open ? undo : job?.is_open ? job : null
  const hasOutcome = job !== null && !running && changed > 0
  const read = useQuery({ ...bulkOutcomeQuery(id), enabled: hasOutcome })
  const outcome = hasOutcome ? read.data : running ? undefined : noOutcome
  useRowsFollow(standing, {
    pages: pages.data?.pages.length ?? 0,
    isEndShown: !pages.hasNextPage,
    billed: outcome?.billed.claims,
  })
  const canChoose = is_read && job === null && consent === null && problems.length === 0
  const hasReason = reason.trim() !== ''
  const sentNow = statesToSend({ hasReason, billed: hasBilled })
  const isSendable = (row: BulkRow) => sentNow.some((state) => state === row.state)
  const isChosen = (row: BulkRow) => isSendable(row) && choice.ids.has(row.id) !== choice.isAll
  const rowChoice: RowChoice | undefined = canChoose
    ? {
        selection: { ids: new Set(rows.filter(isChosen).map((row) => row.id)), from: undefined },
        active,
        fixed: new Set(rows.filter((row) => !isSendable(row)).map((row) => row.id)),
        isUsual: true,
        toggle: (index) => {
          const row = rows[index]
          if (row && isSendable(row))
            setChoice((now) => ({ ...now, ids: toggled(now.ids, row.id) }))
        },
        activate: setActive,
        toggleAll: () =>
          setChoice((now) => ({ isAll: !(now.isAll && now.ids.size === 0), ids: new Set() })),
      }
    : undefined
  const named = namedOf(rows, choice.ids)
  const counts = chosenAmount(tally, tally.sums, { states: sentNow, isAll: choice.isAll, named })
  const forecast = chosenForecast(tally.forecast, { isAll: choice.isAll, named })

  const ask = async <I,>(
    what: string,
    act: (input: I) => Promise<Result<unknown>>,
    input: NoInfer<I>,
  ) => {
    setAsked(what)
    const result = await askAct(client, null, act, input)
    setAsked(undefined)
    if (result.ok) noteJobStarted()
    await client.invalidateQueries({ queryKey: bulkFixQuery(id).queryKey })
    return result.ok
  }
  const isApproved = consent?.state === 'approved' && job === null
  const canSend = isApproved || (canChoose && counts.captures > 0)
  const sendCount = isApproved ? consent.captures : counts.captures
  const needsConsent =
    asks?.kind === 'consent' && consent === null && counts.captures > mostWithoutConsent
  const send = () => {
    if (!canSend || asked !== undefined) return
    const chosen = { is_all: choice.isAll, ids: [...choice.ids], billed: hasBilled }
    const input = { id, choice: chosen, reason: reason.trim() }
    void ask('send', sendBulkFix, input).then((isSent) => isSent && setPart('all'))
  }
  const download = async () => {
    setAsked('download')
    try {
      const [{ previewCsv }, all] = await Promise.all([
        import('./preview-csv.ts'),
        allBulkRows(id, partFilters.all),
      ])
      saveFile('bulk-fix.csv', new Blob([previewCsv(all)], { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      showFailure(failureOf(error))
    }
    setAsked(undefined)
  }
  const lastState = job?.state
  const undoState = undo?.state
  useEffect(() => {
    if (lastState === 'done' || undoState === 'done') void outdate(client, 'updateChargeCapture')
  }, [client, lastState, undoState])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const onRange = useCallback(
    (_start: number, end: number) => {
      if (hasNextPage && !isFetchingNextPage && end > rows.length - 50) void fetchNextPage()
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, rows.length],
  )
  const mayUndo = job !== null && !running && changed > 0
  useKeys([
    { keys: 'Mod+Enter', label: 'Send', run: send },
    ...(mayUndo
      ? [{ keys: 'u', label: 'Undo this bulk fix…', run: () => setUndoing(true), opens: true }]
      : []),
  ])

  return (
    <>
      <BulkCards
        standing={standing}
        part={part}
        onPart={setPart}
        counts={counts}
        forecast={forecast}
        outcome={outcome}
      />
      {standing.problems.length > 0 && (
        <div className="rounded-card border border-red bg-red-tint px-3.5 py-2">
          <WrongLines
            issues={problems.map(({ line, message }) => ({
              path: line === 0 ? 'file' : `file.${line}`,
              message: line === 0 ? message : `Line ${line}: ${message}`,
            }))}
            busy={asked === 'leave out'}
            onWithout={() => void ask('leave out', steerBulkFix, { id, what: 'leave out' })}
          >
            <p className="font-medium">{refusedWords(standing.change)} Nothing was sent.</p>
          </WrongLines>
        </div>
      )}
      {standing.is_cut && (
        <p
          role="status"
          className="rounded-card border border-amber bg-amber-tint px-3.5 py-2 text-sm text-amber"
        >
          One bulk fix takes 10,000 captures. These are the first ones of the list.
        </p>
      )}
      {is_read && problems.length === 0 && <EffectNote standing={standing} counts={counts} />}
      {consent && !job && <ConsentNote consent={consent} />}
      <section
        aria-label="Captures"
        className="relative flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel"
      >
        {rows.length === 0 ? (
          <div className="m-auto">
            <EmptyState
              title={pages.isLoading || !is_read ? 'Reading the captures…' : 'No captures here'}
            />
          </div>
        ) : (
          <DataTable
            label="Captures"
            widthsFor={running || !job ? 'what should come' : 'what came'}
            columns={bulkColumns}
            rows={rows}
            context={{ today, extra: undefined }}
            linkOf={(row) => `/charge-captures/${encodeURIComponent(row.id)}`}
            nameOf={(row) => row.external_id ?? row.id}
            choice={rowChoice}
            isComplete={!pages.hasNextPage && is_read}
            isBusy={false}
            onRange={onRange}
          />
        )}
        <footer className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-3 py-1.5 text-sm text-ink-2">
          {running ? (
            <Running
              job={running}
              isUndo={running === undo}
              asked={asked}
              onStop={() => void ask('stop', steerBulkFix, { id, what: 'stop' })}
              onResume={() => void ask('resume', steerBulkFix, { id, what: 'go on' })}
            />
          ) : job ? (
            <>
              <p role="status" className="min-w-0 grow">
                {endWords(undo ?? job, undo !== null)}
                {undo && changed > 0 && ` ${countOf(changed, changedNoun)} the change.`}
                {outcome && outcome.captures > 0 && ` ${outcomeWords(outcome)}`}
              </p>
              {unsentOf(undo ?? job) > 0 && (undo ?? job).state === 'cancelled' && (
                <Button
                  tone={undo ? 'plain' : 'primary'}
                  busy={asked === 'rest'}
                  onClick={() => void ask('rest', steerBulkFix, { id, what: 'rest' })}
                >
                  {undo ? 'Restore' : 'Send'} the other{' '}
                  {unsentOf(undo ?? job).toLocaleString('en-US')}
                </Button>
              )}
              {failedOf(job) > 0 && !undo && (
                <Button
                  busy={asked === 'retry'}
                  onClick={() => void ask('retry', steerBulkFix, { id, what: 'retry' })}
                >
                  Try those again
                </Button>
              )}
              {mayUndo && (
                <Button
                  busy={asked === 'undo'}
                  onClick={() => setUndoing(true)}
                  aria-keyshortcuts="u"
                >
                  Undo… <Kbd keys="u" />
                </Button>
              )}
              <Button busy={asked === 'download'} onClick={() => void download()}>
                <Download aria-hidden="true" className="size-3.5" />
                Download CSV
              </Button>
            </>
          ) : (
            <>
              {!is_read && (
                <Reading
                  standing={standing}
                  asked={asked}
                  onSteer={(what) => void ask(what, steerBulkFix, { id, what })}
                />
              )}
              {canChoose && tally.billed > 0 && (
                <Checkbox
                  className="basis-full"
                  checked={hasBilled}
                  onChange={(event) => setBilled(event.target.checked)}
                >
                  Also change {countOf(tally.billed, billedNoun)}: makes{' '}
                  {countOf(tally.billed, changeNoun)} after billing
                </Checkbox>
              )}
              {canChoose && tally.keeps > 0 && (
                <span className="flex basis-full items-center gap-2">
                  <label htmlFor={reasonId} className="whitespace-nowrap">
                    {countOf(tally.keeps, {
                      one: 'capture would get a new error.',
                      many: 'captures would get a new error.',
                    })}{' '}
                    Reason for saving with errors
                  </label>
                  <span className="w-72">
                    <TextInput
                      id={reasonId}
                      name="reason"
                      value={reason}
                      maxLength={500}
                      placeholder="Left out without a reason"
                      onChange={(event) => setReason(event.target.value)}
                    />
                  </span>
                </span>
              )}
              <p className="min-w-0 grow basis-64 max-lg:hidden">
                {needsConsent
                  ? 'A manager or an administrator must approve this before it’s sent. They find it under Jobs.'
                  : is_read &&
                    (findsNone(standing)
                      ? 'Nothing to send: none of these captures has this field empty. Go back and say where it is.'
                      : 'The first one is sent alone and read again. The rest follow if it goes well. You can undo for 7 days.')}
              </p>
              <span className="ml-auto flex items-center gap-3">
                {consent?.state !== 'asked' && <Button onClick={onEdit}>Back</Button>}
                <Button
                  busy={asked === 'download'}
                  disabled={!is_read}
                  onClick={() => void download()}
                >
                  Download CSV
                </Button>
                {consent?.state !== 'asked' && consent?.state !== 'declined' && (
                  <Button
                    tone="primary"
                    busy={asked === 'send'}
                    disabled={!canSend}
                    onClick={send}
                    aria-keyshortcuts="Control+Enter"
                  >
                    {needsConsent
                      ? 'Ask for approval'
                      : sendCount > 1
                        ? `Send 1, then ${(sendCount - 1).toLocaleString('en-US')}`
                        : 'Send'}{' '}
                    <Kbd keys="Ctrl+↵" />
                  </Button>
                )}
              </span>
            </>
          )}
        </footer>
      </section>
      {isUndoing && (
        <UndoDialog
          id={id}
          busy={asked === 'undo'}
          onClose={() => setUndoing(false)}
          onUndo={(keepBilled) => {
            setUndoing(false)
            void ask('undo', undoBulkFix, { id, keep_billed: keepBilled })
          }}
        />
      )}
    </>
  )
}

type EffectNoteProps = { standing: BulkProgress; counts: ChosenAmount }

// What the change does to money and to values that are there, and who asked for it.
function EffectNote({ standing, counts }: EffectNoteProps) {
  const { tally, asks, why, consent, job, left_out: leftOut } = standing
  const sums = [tally.sums.ready, tally.sums.keeps, tally.sums.billed]
  const moved = sums.reduce((sum, part) => sum + part.moved, 0)
  const overwrites = sums.reduce((sum, part) => sum + part.overwrites, 0)
  const words = [
    asks?.kind === 'consent' &&
      !consent &&
      !job &&
      `${asks.words} Charges: ${formatCents(counts.charges)}.`,
    moved !== 0 &&
      `The charges of all that can be sent change by ${moved > 0 ? '+' : '−'}${formatCents(Math.abs(moved))}.`,
    asks?.kind === 'reason' &&
      overwrites > 0 &&
      `Of all that can be sent, ${countOf(overwrites, valueNoun)} overwritten.`,
    why && `Reason: ${reasonWords(why)}`,
    leftOut > 0 && `${countOf(leftOut, leftOutNoun)} left out, as you chose.`,
  ].filter(Boolean)
  if (words.length === 0) return null
  return <p className="text-sm text-ink-2 tabular-nums">{words.join(' ')}</p>
}

function ConsentNote({ consent }: { consent: NonNullable<BulkProgress['consent']> }) {
  const { state, captures, decided } = consent
  const what = countOf(captures, captureNoun)
  const said = decided?.words ? ` “${decided.words}”` : ''
  const words = {
    asked: `Waiting for approval: a manager or an administrator decides on ${what} under Jobs. Nothing has been sent.`,
    approved: `${decided?.by ?? 'A second person'} approved ${what}.${said} You can send them now.`,
    declined: `${decided?.by ?? 'A second person'} declined this.${said} Nothing was sent.`,
  }[state]
  const tone = {
    asked: 'border-amber bg-amber-tint text-amber',
    approved: 'border-green bg-green-tint text-green',
    declined: 'border-red bg-red-tint text-red',
  }
  return (
    <p role="status" className={`rounded-card border px-3.5 py-2 text-sm ${tone[state]}`}>
      {words}
    </p>
  )
}

type RunningProps = {
  job: BulkJob
  isUndo: boolean
  asked: string | undefined
  onStop: () => void
  onResume: () => void
}

function Running({ job, isUndo, asked, onStop, onResume }: RunningProps) {
  const { words, done, total } = job.progress
  const why = progressWords(job.progress)
  const isWaiting = job.state === 'paused' && job.waits_for === 'person'
  const all = total ?? Object.values(job.items).reduce((sum, count) => sum + count, 0)
  const count = `${endedOf(job).toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`
  // Where the first capture stopped the rest, the words say why; a pause by a person has none.
  const pausedWords = total === null ? words : `Paused: ${count}`
  return (
    <>
      {!isWaiting && <Spinner />}
      <p role="status" className="min-w-0 grow tabular-nums">
        {isWaiting ? pausedWords : `${isUndo ? 'Undoing' : 'Sending'}: ${count}`}
        {job.state === 'paused' && !isWaiting && ` · ${why}`}
      </p>
      {!isWaiting && (
        <ProgressBar
          label="Progress"
          value={Math.max(done, endedOf(job))}
          max={all}
          className="w-40"
        />
      )}
      {isWaiting && (
        <Button tone="primary" busy={asked === 'resume'} onClick={onResume}>
          Go on with the rest
        </Button>
      )}
      <Button busy={asked === 'stop'} onClick={onStop}>
        {isWaiting ? 'End here' : 'Stop'}
      </Button>
    </>
  )
}

type ReadingProps = {
  standing: BulkProgress
  asked: string | undefined
  onSteer: (what: 'go on' | 'read') => void
}

// The reading goes on without this page. One that waits says for what; one that ended too early
// begins again where it was.
function Reading({ standing: { tally, total, reading }, asked, onSteer }: ReadingProps) {
  if (!reading?.is_open)
    return (
      <span role="alert" className="inline-flex items-center gap-2 text-amber">
        {reading?.failure?.message ?? 'The captures have not all been read.'}
        <Button size="small" busy={asked === 'read'} onClick={() => onSteer('read')}>
          Try again
        </Button>
      </span>
    )
  const isWaiting = reading.state === 'paused' && reading.waits_for === 'person'
  const why = progressWords(reading.progress)
  const of = total > tally.read ? ` of ${total.toLocaleString('en-US')}` : ''
  return (
    <span role="status" className="inline-flex items-center gap-2 tabular-nums">
      {!isWaiting && <Spinner />}
      {isWaiting
        ? 'Paused. Captures read'
        : why.includes('Paused')
          ? why
          : 'Reading captures'}:{' '}
      {tally.read.toLocaleString('en-US')}
      {of}
      {isWaiting && (
        <Button size="small" busy={asked === 'go on'} onClick={() => onSteer('go on')}>
          Go on
        </Button>
      )}
    </span>
  )
}

const mostFollowed = 3

// The rows are read again when there are more of them, and when what became of them or of their
// claims changes; many pages only at the end.
function useRowsFollow(
  { id, tally, job, undo }: BulkProgress,
  {
    pages,
    isEndShown,
    billed = 0,
  }: { pages: number; isEndShown: boolean; billed: number | undefined },
): void {
  const client = useQueryClient()
  const ended = (job ? endedOf(job) : 0) + (undo ? endedOf(undo) : 0)
  const isOpen = job?.is_open === true || undo?.is_open === true
  const isFew = pages <= mostFollowed
  const sign = job ? `${ended} ${isOpen} ${billed}` : isEndShown ? `${tally.read}` : ''
  const shown = useRef(sign)
  useEffect(() => {
    if (shown.current === sign || (isOpen && !isFew)) return
    shown.current = sign
    void client.invalidateQueries({ queryKey: ['readBulkRows', { id }] })
  }, [client, id, sign, isOpen, isFew])
}

function namedOf(rows: readonly BulkRow[], ids: ReadonlySet<string>): Choosable[] {
  return rows.flatMap(({ id, state, claim, together, cents, charges, outlook }) =>
    ids.has(id) && isSentState(state) && claim !== undefined && together
      ? [{ state, claim, together, cents, charges, outlook }]
      : [],
  )
}

function isSentState(state: BulkRow['state']): state is SentState {
  return (sentStates as readonly string[]).includes(state)
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function endedOf({ items }: BulkJob): number {
  const { verified = 0, conflict = 0, rejected = 0, unknown = 0, cancelled = 0 } = items
  return verified + conflict + rejected + unknown + cancelled
}

// What the fix changed, or may have, and its undo has not restored.
function changedIn({ job, undo }: BulkProgress): number {
  return Math.max(
    0,
    (job?.items.verified ?? 0) + (job?.items.unknown ?? 0) - (undo?.items.verified ?? 0),
  )
}

function failedOf({ items }: BulkJob): number {
  return (items.conflict ?? 0) + (items.rejected ?? 0) + (items.unknown ?? 0)
}

function unsentOf({ items }: BulkJob): number {
  return items.cancelled ?? 0
}

function endWords(job: BulkJob, isUndo: boolean): string {
  const { verified = 0, rejected = 0, conflict = 0, unknown = 0, cancelled = 0 } = job.items
  const parts = [
    `${countOf(verified, captureNoun)} ${isUndo ? 'restored' : 'changed'}`,
    rejected > 0 && `${rejected.toLocaleString('en-US')} refused`,
    conflict > 0 && `${conflict.toLocaleString('en-US')} in conflict`,
    unknown > 0 && `${unknown.toLocaleString('en-US')} not known`,
    cancelled > 0 && `${cancelled.toLocaleString('en-US')} not sent`,
  ]
  const words = `${parts.filter(Boolean).join(', ')}.`
  return job.state === 'failed' ? `${job.failure?.message ?? 'The job stopped.'} ${words}` : words
}

function refusedWords(change: BulkProgress['change']): string {
  if (change?.kind !== 'map') return 'The change is refused.'
  return change.is_table ? 'The values are refused.' : 'The file is refused.'
}
