'use client'
import { folded, foldedWords, hasWords } from '#lib/core/folded.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/reading/use-first-reply.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { UnreadPage } from '#components/frame/unread-page.tsx'
import { pageToday } from '#components/frame/page-day.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { Segments } from '#components/ui/segments.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast, tellFailure } from '#components/ui/toast.tsx'
import type { PayerRow } from '#lib/actions/payer-rules/verbs.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readPayerRules } from '#lib/actions/payer-rules.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import { formatCents } from '#lib/core/money.ts'
import type { Result } from '#lib/core/result.ts'
import { filingHref } from '#lib/lists/overview.ts'
import type { FilingSums } from '#lib/lists/queue.ts'
import { payerRulesQuery } from '#lib/queries/payer-rules.ts'
import { PayerRulesTable } from './payer-rules-table.tsx'

const FindRecord = onDemand(() =>
  import('#components/look-ups/find-record.tsx').then((module) => module.FindRecord<'payer'>),
)
const ImportDialog = onDemand(() =>
  import('./payer-rules-import.tsx').then((module) => module.ImportDialog),
)

type PayerRulesPageProps = {
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<ReplyOf<typeof readPayerRules>>>>
  canEdit: boolean
  canExport: boolean
}

const payerNoun = { one: 'payer', many: 'payers' }
const claimNoun = { one: 'claim', many: 'claims' }
const shows = { all: 'All', none: 'No limit', default: 'Default', entered: 'Entered' }
type Shown = keyof typeof shows

/**
 * How long each payer accepts claims, and who confirmed it. Managers and administrators edit the
 * rows; other people read them.
 */
export function PayerRulesPage({ reply, canEdit, canExport }: PayerRulesPageProps) {
  const options = payerRulesQuery({})
  useFirstReply(reply, options.queryKey)
  const { data, error, refetch, isFetching } = useQuery(options)
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [open, setOpen] = useState<'add' | 'import'>()
  const [editing, setEditing] = useState<string>()
  const [isRound, setRound] = useState(false)
  const [added, setAdded] = useState<PayerRow>()
  const rows = useMemo(() => withAdded(data?.rows ?? [], added), [data, added])
  const payers = rows.filter((row) => !row.is_shared)
  const words = foldedWords(text)
  const found = rows.filter(
    (row) =>
      row.payer_id === editing ||
      (hasWords(folded(`${row.payer} ${row.payer_id}`), words) &&
        (shown === 'all' || shown === standingOf(row))),
  )
  const next = unconfirmedAfter(rows, undefined)
  useKeys(
    canEdit
      ? [
          {
            keys: 'w',
            label: 'Confirm next payer',
            run: startRound,
            opens: true,
            whyNot: next === undefined ? 'Every payer’s limits are confirmed' : undefined,
          },
        ]
      : [],
  )
  if (error && !data)
    return <UnreadPage error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton />
  const exportCsv = async () => {
    const { ruleFile } = await import('#lib/rules/filing/rule-file.ts')
    const rules = rows.map(({ payer_id, payer, own, source }) => ({
      payer_id,
      payer,
      limits: own ?? {},
      source: own ? source : '',
    }))
    saveFile(
      `payer-rules-${pageToday()}.csv`,
      new Blob([ruleFile(rules)], { type: 'text/csv;charset=utf-8' }),
    )
  }
  const add = ({ payer_id, payer_name }: { payer_id: string; payer_name: string }) => {
    const known = data.rows.some((row) => row.payer_id === payer_id)
    if (!known) setAdded({ payer_id, payer: payer_name, limits: {}, source: '' })
    setText('')
    setShown('all')
    setEditing(payer_id)
  }
  return (
    <div className="flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title="Payer rules"
        note={headWords(payers)}
        actions={
          <>
            {canEdit && (
              <Button aria-haspopup="dialog" onClick={() => setOpen('import')}>
                Import CSV
              </Button>
            )}
            {canExport && (
              <Button onClick={() => void exportCsv().catch(tellFailure)}>Export CSV</Button>
            )}
            {canEdit && (
              <Button aria-haspopup="dialog" onClick={() => setOpen('add')}>
                Add payer
              </Button>
            )}
            {canEdit && next !== undefined && (
              <Button tone="primary" aria-keyshortcuts="w" onClick={startRound}>
                Confirm next <Kbd keys="w" />
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          name="payer"
          aria-label="Payer name or ID"
          placeholder="Payer name or ID"
          className="max-w-64"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Segments label="Limits" value={shown} choices={shows} onChoose={setShown} />
      </div>
      <p className="max-w-4xl text-sm text-ink-2">
        Original: after the earliest line’s date; institutional claims, after the last day of the
        visit. Corrected: after the payer’s decision (also “60 from remittance”), or “60 from
        service”. Appeal: after the payer’s decision. Secondary: after the primary payer’s
        remittance; Medicare always counts from the service. A default isn’t confirmed for the
        payer: check its contract or manual.
      </p>
      <Card flush>
        {found.length === 0 ? (
          <EmptyState title="No payer matches" actions={<Clear onClear={clear} />} />
        ) : (
          <PayerRulesTable
            rows={found}
            canEdit={canEdit}
            editing={editing}
            onEdit={(id) => {
              setEditing(id)
              setRound(false)
              if (id === undefined) setAdded(undefined)
            }}
            onNext={isRound ? openNext : undefined}
          />
        )}
        <Foot filing={data.filing} shown={found.length} all={rows.length} />
      </Card>
      {open === 'add' && (
        <FindRecord
          kind="payer"
          title="Add a payer"
          byHand="Import a CSV file with its ID instead."
          onChoose={add}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'import' && <ImportDialog stored={rows} onClose={() => setOpen(undefined)} />}
    </div>
  )

  function clear() {
    setText('')
    setShown('all')
  }

  // The round follows the list as it is filtered, where it has payers to confirm.
  function startRound() {
    const first = unconfirmedAfter(found, undefined) ?? next
    if (first === undefined) return false
    if (!found.some(({ payer_id }) => payer_id === first)) clear()
    setRound(true)
    setEditing(first)
    return true
  }

  function openNext() {
    const following = unconfirmedAfter(found, editing)
    setEditing(following)
    if (following !== undefined) return
    setRound(false)
    showToast({ message: 'No more payers to confirm in this list.' })
  }
}

function Clear({ onClear }: { onClear: () => void }) {
  return <Button onClick={onClear}>Show all payers</Button>
}

/**
 * The id of the first payer whose limit for an original claim nobody confirmed: of those after a
 * row, then of those before it. Rows that stand for many payers are none.
 */
function unconfirmedAfter(
  rows: readonly PayerRow[],
  payer_id: string | undefined,
): string | undefined {
  const place = rows.findIndex((row) => row.payer_id === payer_id)
  return [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))].find(
    (row) => !row.is_shared && standingOf(row) !== 'entered',
  )?.payer_id
}

// A payer without claims in the queue and without limits has no row of its own yet.
function withAdded(rows: readonly PayerRow[], added: PayerRow | undefined): readonly PayerRow[] {
  return added && !rows.some(({ payer_id }) => payer_id === added.payer_id)
    ? [...rows.filter((row) => row.is_shared), added, ...rows.filter((row) => !row.is_shared)]
    : rows
}

/** Where the limit of a payer's original claim comes from. */
function standingOf({ own, limits }: PayerRow): Exclude<Shown, 'all'> {
  if (own?.original !== undefined) return 'entered'
  return limits.original === undefined ? 'none' : 'default'
}

function headWords(payers: readonly PayerRow[]): string {
  const count = (standing: Shown) => payers.filter((row) => standingOf(row) === standing).length
  const [onDefault, without] = [count('default'), count('none')]
  return [
    countOf(payers.length, payerNoun),
    onDefault > 0 && `${onDefault.toLocaleString('en-US')} on default limits, not confirmed`,
    without > 0 && `${without.toLocaleString('en-US')} without a limit`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const link =
  'font-medium underline decoration-line-strong underline-offset-2 hover:decoration-current'

/** What the limits make of today's queue. */
function Foot({ filing, shown, all }: { filing: FilingSums; shown: number; all: number }) {
  const { past, near, claimsWithoutLimit: unknown } = filing
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-ink-2 tabular-nums">
      {shown === all ? countOf(all, rowNoun) : `${shown} of ${countOf(all, rowNoun)}`} · With these
      limits,{' '}
      <SoftLink href={filingHref('past')} className={`${link} text-red`}>
        {countOf(past.claims, claimNoun)}, {formatCents(past.cents)}
      </SoftLink>{' '}
      {past.claims === 1 ? 'has' : 'have'} passed and{' '}
      <SoftLink href={filingHref('near')} className={`${link} text-amber`}>
        {countOf(near.claims, claimNoun)}, {formatCents(near.cents)}
      </SoftLink>{' '}
      {near.claims === 1 ? 'ends' : 'end'} within 30 days.
      {unknown > 0 && ` ${countOf(unknown, claimNoun)} can’t be checked.`}
    </p>
  )
}

const rowNoun = { one: 'row', many: 'rows' }
