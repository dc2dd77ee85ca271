'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { CredentialingTabs } from '#components/credentialing/credentialing-tabs.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { FollowUp, FollowUpsReply } from '#lib/actions/replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { valueIn, type JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { followUpsDueQuery } from '#lib/queries/follow-ups.ts'
import { dueDays, dueOn, type Due } from '#lib/rules/coverage/follow-ups.ts'
import { DueBadge, ownerWords } from './due-words.tsx'
import { spanHref } from './span-href.ts'
import { useClose } from './use-close.ts'

type DuePageProps = {
  /** The server's read for this page: the JSON text of a Result. */
  first: JsonText<Result<FollowUpsReply>>
  mayMark: boolean
}

const choices = { all: 'All', mine: 'Mine' }
const groups: readonly { due: Due; label: string }[] = [
  { due: 'late', label: 'Late' },
  { due: 'today', label: 'Today' },
  { due: 'soon', label: `Within ${dueDays} days` },
  { due: 'undated', label: 'Without a next date' },
]
const columns = [
  { label: 'Next', className: 'w-28' },
  { label: 'Payer', className: 'w-[19%]' },
  { label: 'Provider or facility', className: 'w-[20%]' },
  { label: 'What is missing' },
  { label: 'Whose', className: 'w-36' },
]

/** What is to be followed up: late first, then today, the next days, and what has no next date. */
export function DuePage({ first, mayMark }: DuePageProps) {
  const [read] = useState(() => valueIn(first))
  const [whose, setWhose] = useState<keyof typeof choices>('all')
  const { data, error, isFetching, isPlaceholderData, refetch, dataUpdatedAt } = useQuery({
    ...followUpsDueQuery({ whose }),
    ...(whose === 'all' && read && { initialData: read }),
    placeholderData: keepPreviousData,
  })
  useFreshness(data && dataUpdatedAt, error !== null)
  return (
    <div className="flex flex-col gap-3 px-5.5 pt-4 pb-8 max-lg:px-4">
      <PageHeader title="Follow-ups" note={data && headWords(data)} />
      <CredentialingTabs current="/credentialing/follow-ups" />
      <div>
        <Segments label="Whose" value={whose} choices={choices} onChoose={setWhose} />
      </div>
      {data && !(error && isPlaceholderData) ? (
        <DueBody reply={data} whose={whose} isBusy={isPlaceholderData} mayMark={mayMark} />
      ) : (
        error && (
          <div className="rounded-card border border-line bg-panel">
            <FailureState
              failure={failureOf(error)}
              actions={
                <Button busy={isFetching} onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            />
          </div>
        )
      )}
    </div>
  )
}

function headWords({ items, is_cut, today }: FollowUpsReply): string {
  const count = (due: Due) => items.filter(({ next_on }) => dueOn(next_on, today) === due).length
  const words = `${count('late')} late · ${count('today')} today · ${count('soon')} within ${dueDays} days`
  return is_cut ? `The first ${items.length}: ${words}` : words
}

type DueBodyProps = {
  reply: FollowUpsReply
  whose: keyof typeof choices
  isBusy: boolean
  mayMark: boolean
}

function DueBody({ reply: { items, own_id, today }, whose, isBusy, mayMark }: DueBodyProps) {
  const router = useRouter()
  const table = useRef<HTMLTableElement>(null)
  const { close, busy } = useClose()
  const [visited, visit] = useState<string>()
  const active = Math.max(
    0,
    items.findIndex(({ id }) => id === visited),
  )
  const current = items[active]
  const move = (by: number) => {
    const to = Math.max(0, Math.min(items.length - 1, active + by))
    table.current?.querySelectorAll<HTMLElement>('[data-main]')[to]?.focus()
  }
  const target = current && `${current.covered} with ${current.payer}`
  const whyNot = current ? undefined : 'There is no row'
  useKeys([
    { keys: 'j', label: 'Next row', run: () => move(1), repeats: true },
    { keys: 'k', label: 'Previous row', run: () => move(-1), repeats: true },
    {
      keys: 'Enter',
      label: 'Open the span',
      target,
      whyNot,
      run: () => {
        if (!current) return
        holdKeysUntilPage(spanHref(current.span))
        router.push(spanHref(current.span))
      },
    },
    ...(mayMark
      ? [
          {
            keys: 'r',
            label: 'Mark as done',
            target,
            whyNot,
            run: () => current && !busy && void close(current, true),
          },
        ]
      : []),
  ])
  if (items.length === 0)
    return (
      <Card flush>
        <EmptyState title={whose === 'mine' ? 'None of yours is due' : 'No follow-up is due'}>
          Open follow-ups are listed here from {dueDays} days before their next date. Log one on the
          page of a span or of a provider.
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <table
        ref={table}
        aria-label="Follow-ups due"
        aria-busy={isBusy || undefined}
        className="card-rows w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        <SmallTableHead
          columns={[
            ...columns,
            ...(mayMark ? [{ label: 'Actions', isNumber: true, className: 'w-24' }] : []),
          ]}
        />
        {groups.map(({ due, label }) => {
          const rows = items.filter(({ next_on }) => dueOn(next_on, today) === due)
          return (
            rows.length > 0 && (
              <tbody key={due}>
                <tr className="bg-ground">
                  <th
                    scope="rowgroup"
                    colSpan={columns.length + (mayMark ? 1 : 0)}
                    className="border-t border-line px-4 py-1.5 text-left font-semibold max-sm:block max-sm:border-t-0"
                  >
                    {label}{' '}
                    <span className="font-normal text-ink-2">
                      · {rows.length.toLocaleString('en-US')}
                    </span>
                  </th>
                </tr>
                {rows.map((row) => (
                  <DueLine
                    key={row.id}
                    row={row}
                    index={items.indexOf(row)}
                    isCurrent={row === current}
                    ownId={own_id}
                    today={today}
                    onVisit={() => visit(row.id)}
                    onDone={mayMark ? () => void close(row, true) : undefined}
                    isBusy={busy}
                  />
                ))}
              </tbody>
            )
          )
        })}
      </table>
    </Card>
  )
}

const cell = 'border-t border-line px-2 py-2 align-top first:pl-4 last:pr-4'

type DueLineProps = {
  row: FollowUp
  index: number
  isCurrent: boolean
  ownId: string
  today: string
  onVisit: () => void
  /** Undefined for a reader. */
  onDone: (() => void) | undefined
  isBusy: boolean
}

function DueLine({ row, index, isCurrent, ownId, today, onVisit, onDone, isBusy }: DueLineProps) {
  return (
    <tr
      data-index={index}
      aria-current={isCurrent || undefined}
      onFocus={onVisit}
      className="hover:bg-hover aria-[current]:shadow-[inset_2px_0_0_var(--accent)]"
    >
      <td data-card="money" className={cell}>
        <DueBadge followUp={row} today={today} />
      </td>
      <td data-card="detail" className={cell}>
        <span className="block break-words max-sm:truncate">
          {row.payer}
          <span className="text-ink-2 sm:hidden"> · {row.missing}</span>
        </span>
      </td>
      <td data-card="title" className={cell}>
        <SoftLink
          href={spanHref(row.span)}
          data-main=""
          className="block rounded-sm font-medium break-words text-ink hover:underline max-sm:truncate"
        >
          {row.covered}
        </SoftLink>
        <span className="block text-xs text-ink-2 max-sm:hidden">
          {row.span.kind === 'facility' ? 'Facility span' : 'Provider span'}
          {row.covered_npi && ` · NPI ${row.covered_npi}`}
        </span>
      </td>
      <td className={cell}>
        <span className="block break-words whitespace-pre-line">{row.missing}</span>
        <span className="block text-xs break-words text-ink-2">Asked {row.asked}</span>
      </td>
      <td data-card="end" className={`${cell} break-words text-ink-2`}>
        {ownerWords(row, ownId)}
      </td>
      {onDone && (
        <td className={`${cell} text-right`}>
          <Button size="small" disabled={isBusy} onClick={onDone}>
            Done<span className="sr-only">: {row.missing}</span>
          </Button>
        </td>
      )}
    </tr>
  )
}
