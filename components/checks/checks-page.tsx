'use client'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useEffect, useMemo, useRef, useState } from 'react'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/reading/use-first-reply.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { pageToday } from '#components/frame/page-day.ts'
import { UnreadPage } from '#components/frame/unread-page.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { DataTable, type TableHandle } from '#components/table/data-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { Segments } from '#components/ui/segments.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { CheckRow, ChecksReply } from '#lib/actions/catalogue/read-checks.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { checkHref, checksHref, codeSetsHref } from '#lib/lists/checks.ts'
import { checksQuery } from '#lib/queries/checks.ts'
import { checkColumns, standingOf } from './check-columns.tsx'
import { type Area, areas, areasOf, captureNoun, fieldWords } from './check-words.ts'
import { OpenCheck } from './open-check.tsx'

type ChecksPageProps = {
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<ChecksReply>>>
  today: string
}

const checkNoun = { one: 'check', many: 'checks' }
type Shown = 'all' | ReturnType<typeof standingOf>

/** Every check: its words, severity, fix, source, what it needs, and what it does here. */
export function ChecksPage({ reply, today }: ChecksPageProps) {
  const options = checksQuery({})
  useFirstReply(reply, options.queryKey)
  const { data, error, refetch, isFetching } = useQuery(options)
  if (error && !data)
    return <UnreadPage error={error} busy={isFetching} onRetry={() => void refetch()} />
  return data ? <Catalogue reply={data} today={today} /> : <DetailSkeleton />
}

function Catalogue({ reply, today }: { reply: ChecksReply; today: string }) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [area, setArea] = useState<Area | ''>('')
  const search = useRef<HTMLInputElement>(null)
  const all = useMemo(() => ranked(reply.checks), [reply.checks])
  const words = text.trim().toLowerCase()
  const rows = useMemo(
    () =>
      all.filter(
        (row) =>
          (shown === 'all' || shown === standingOf(row)) &&
          (area === '' || areasOf(row).has(area)) &&
          (words === '' || textOf(row).includes(words)),
      ),
    [all, shown, area, words],
  )
  const count = (one: Shown) => all.filter((row) => standingOf(row) === one).length
  const { open, handle, toggle, linkOf } = useOpenCheck(rows)
  useKeys([
    { keys: '/', label: 'Search the checks', run: () => search.current?.focus(), group: 'List' },
  ])
  const context = useMemo(() => ({ today, extra: undefined }), [today])
  const clear = () => {
    setText('')
    setShown('all')
    setArea('')
  }
  const saveJson = () =>
    saveFile(
      `checks-${pageToday()}.json`,
      new Blob([`${JSON.stringify(reply, null, 2)}\n`], { type: 'application/json' }),
    )
  const asleep = count('asleep')
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title="Checks"
        note={[
          countOf(all.length, checkNoun),
          asleep > 0 && `${asleep} asleep until a code list is loaded`,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            <Button onClick={saveJson}>Download JSON</Button>
            <LinkButton href={codeSetsHref}>Code sets</LinkButton>
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          ref={search}
          name="check"
          aria-label="Words, field or source"
          placeholder="Words, field or source"
          className="max-w-64"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Segments
          label="Severity"
          value={shown}
          choices={{
            all: `All ${all.length}`,
            error: `Errors ${count('error')}`,
            warning: `Warnings ${count('warning')}`,
            asleep: `Asleep ${asleep}`,
          }}
          onChoose={setShown}
        />
        <Select
          name="area"
          aria-label="Part of the capture"
          className="max-w-44"
          value={area}
          onChange={(event) => setArea(event.target.value as Area | '')}
        >
          <option value="">Every part</option>
          {Object.entries(areas).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <section
        aria-label="Checks"
        className="flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel"
      >
        <div className="relative flex min-h-0 grow flex-col">
          <DataTable
            label="Checks"
            columns={checkColumns}
            rows={rows}
            context={context}
            linkOf={linkOf}
            nameOf={({ title }) => title}
            onOpen={toggle}
            open={open && { id: open.id, content: <OpenCheck row={open} reply={reply} /> }}
            handle={handle}
            isComplete
            isBusy={false}
            isTall
            widthsFor="checks"
          />
          {rows.length === 0 && (
            <EmptyState
              title={words === '' ? 'No check matches' : `No check matches “${text.trim()}”`}
              actions={<Button onClick={clear}>Show all checks</Button>}
            />
          )}
        </div>
        <Foot reply={reply} shown={rows.length} />
      </section>
    </div>
  )
}

/** Of what and when the checks were counted. */
function Foot({ reply: { counted }, shown }: { reply: ChecksReply; shown: number }) {
  return (
    <p className="shrink-0 border-t border-line px-4 py-2.5 text-sm text-ink-2 tabular-nums">
      {countOf(shown, checkNoun)} ·{' '}
      {counted ? (
        <>
          Found now: in {countOf(counted.captures, captureNoun)} of claims in error or on hold, read{' '}
          <LocalTime at={counted.at} />
          {!counted.isAll && '; there are more, which were not counted'}
        </>
      ) : (
        'Not counted yet: the work queue was not read whole.'
      )}
    </p>
  )
}

// What is found most comes first, then the order in which a biller reads a charge. Asleep ones last.
function ranked(checks: readonly CheckRow[]): CheckRow[] {
  const rank = ({ isAsleep, found }: CheckRow) => (isAsleep ? -1 : (found?.captures ?? 0))
  return checks.toSorted((a, b) => rank(b) - rank(a))
}

function textOf(row: CheckRow): string {
  return [row.title, row.source, row.how, row.id, row.offers, ...fieldWords(row)]
    .join(' ')
    .toLowerCase()
}

/** The check that is open under its row, which the address names, and the keys of the list. */
function useOpenCheck(rows: readonly CheckRow[]) {
  const [id, setId] = useState(useSearchParams().get('check') ?? undefined)
  const handle = useRef<TableHandle>(null)
  const place = rows.findIndex((row) => row.id === id)
  const isShown = useRef(false)
  useEffect(() => {
    // A link leads to its row.
    if (!isShown.current && place >= 0) requestAnimationFrame(() => handle.current?.focusRow(place))
    isShown.current = true
  }, [place])
  const setOpen = (next: string | undefined) => {
    setId(next)
    window.history.replaceState(null, '', next === undefined ? checksHref : checkHref(next))
  }
  const focused = () => {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-index]')
    return row ? Number(row.dataset.index) : -1
  }
  const move = (by: number) => {
    if (rows.length > 0)
      handle.current?.focusRow(Math.max(0, Math.min(rows.length - 1, focused() + by)))
  }
  const toggle = (index: number) => {
    const row = rows[index]
    if (row) setOpen(row.id === id ? undefined : row.id)
  }
  useKeys([
    { keys: 'j', label: 'Next row', run: () => move(1), repeats: true, group: 'List' },
    { keys: 'k', label: 'Previous row', run: () => move(-1), repeats: true, group: 'List' },
    { keys: 'Escape', label: 'Close', run: () => setOpen(undefined), group: 'List' },
  ])
  return {
    open: place >= 0 ? rows[place] : undefined,
    handle,
    toggle,
    linkOf: (row: CheckRow) => checkHref(row.id),
  }
}
