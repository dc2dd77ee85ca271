'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { FollowUp, FollowUpsReply } from '#lib/actions/follow-ups/verbs.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { followUpsQuery } from '#lib/queries/follow-ups.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { DueBadge, ownerWords } from './due-words.tsx'
import type { Followable } from './log-dialog.tsx'
import { PayerDaysNote } from './payer-days-note.tsx'
import { spanHref } from './span-href.ts'
import { useClose } from './use-close.ts'

const LogDialog = onDemand(() => import('./log-dialog.tsx').then((module) => module.LogDialog))

type FollowUpsCardProps = {
  kind: SpanKind
  /** The spans of the page; each item names its own where there are several. */
  spans: readonly Followable[]
  /** The id of the span of the active row, which the form has at first; '' for none. */
  active: string
  /** The name of the active row, for the list of keys. */
  target?: string | undefined
  isOneSpan: boolean
  mayLog: boolean
}

// As many as the server reads at once.
const mostSpans = 1_000

/** The follow-ups of a page's spans: open ones by their next date, and those that are done. */
export function FollowUpsCard({
  kind,
  spans,
  active,
  target,
  isOneSpan,
  mayLog,
}: FollowUpsCardProps) {
  const ids = spans.slice(0, mostSpans).map(({ span }) => span.id)
  const { data, error, refetch } = useQuery({
    ...followUpsQuery({ kind, ids }),
    enabled: ids.length > 0,
  })
  const [first, setFirst] = useState<string>()
  const [isDoneShown, showDone] = useState(false)
  const log = () => {
    if (!data) return false
    setFirst(active)
    return true
  }
  const whyNot = data ? undefined : 'The follow-ups are not loaded'
  useKeys(
    mayLog && spans.length > 0
      ? [{ keys: 'm', label: 'Log a follow-up', target, whyNot, opens: true, run: log }]
      : [],
  )
  if (spans.length === 0) return null
  const open = data?.items.filter(({ done }) => !done) ?? []
  const done = data?.items.filter((item) => item.done) ?? []
  return (
    <Card
      title="Follow-ups"
      actions={
        mayLog && (
          <Button size="small" aria-keyshortcuts="m" disabled={!data} onClick={log}>
            Log a follow-up <Kbd keys="m" />
          </Button>
        )
      }
    >
      {isOneSpan && <PayerDaysNote payer={spans[0]?.payer} />}
      {error && !data ? (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-amber">
          Follow-ups couldn’t be loaded: {failureOf(error).message}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : !data ? (
        <p role="status" className="text-sm text-ink-2">
          Loading follow-ups…
        </p>
      ) : (
        <>
          {open.length === 0 && (
            <p className="pt-1 text-sm text-ink-2">
              {done.length > 0 ? 'No open follow-up.' : 'No follow-up logged yet.'}
            </p>
          )}
          <Items items={open} label="Open follow-ups" {...{ reply: data, isOneSpan, mayLog }} />
          {done.length > 0 && (
            <Button size="small" aria-expanded={isDoneShown} onClick={() => showDone(!isDoneShown)}>
              {isDoneShown ? 'Hide' : 'Show'} {done.length.toLocaleString('en-US')} done
            </Button>
          )}
          {isDoneShown && (
            <Items
              items={done.toReversed()}
              label="Done follow-ups"
              {...{ reply: data, isOneSpan, mayLog }}
            />
          )}
        </>
      )}
      {first !== undefined && data && (
        <LogDialog
          kind={kind}
          spans={spans}
          first={first}
          reply={data}
          onClose={() => setFirst(undefined)}
        />
      )}
    </Card>
  )
}

type ItemsProps = {
  items: readonly FollowUp[]
  label: string
  reply: FollowUpsReply
  isOneSpan: boolean
  mayLog: boolean
}

function Items({ items, label, reply: { own_id, today }, isOneSpan, mayLog }: ItemsProps) {
  const { close, busy } = useClose()
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="flex items-start gap-3 py-2.5">
          <div className="min-w-0 grow text-sm">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {isOneSpan ? (
                <span className="font-medium break-words">{item.asked}</span>
              ) : (
                <SoftLink
                  href={spanHref(item.span)}
                  className="font-medium break-words underline decoration-line-strong underline-offset-2 hover:decoration-current"
                >
                  {item.payer}
                </SoftLink>
              )}
              {!item.done && <DueBadge followUp={item} today={today} />}
            </p>
            <p className="break-words whitespace-pre-line text-ink">Missing: {item.missing}</p>
            <p className="text-xs break-words text-ink-2">
              {!isOneSpan && `Asked ${item.asked} · `}
              {item.next_on !== undefined && (item.done || item.next_on <= today) && (
                <>
                  next <LocalDate date={item.next_on} /> ·{' '}
                </>
              )}
              {ownerWords(item, own_id)} · logged{' '}
              {item.written_by !== undefined && `by ${item.written_by} `}
              <LocalTime at={item.written_at} />
              {item.done && (
                <>
                  {' '}
                  · done {item.done.by !== undefined && `by ${item.done.by} `}
                  <LocalTime at={item.done.at} />
                </>
              )}
            </p>
          </div>
          {mayLog && (
            <Button
              size="small"
              className="shrink-0"
              disabled={busy}
              onClick={() => void close(item, !item.done)}
            >
              {item.done ? 'Reopen' : 'Done'}
              <span className="sr-only">: {item.missing}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
