'use client'
import { Download, Printer } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { windowAround } from '#components/charts/time-scale.ts'
import { Timeline, type TimelineHandle } from '#components/charts/timeline.tsx'
import { TimelineLegend } from '#components/charts/timeline-legend.tsx'
import { useKeys } from '#components/frame/keys/keys.ts'
import { usePages } from '#lib/queries/pages.ts'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { tellFailure } from '#components/ui/toast.tsx'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { facilityCoveragePages, providerCoveragePages } from '#lib/queries/contracts.ts'
import type { CoverageState } from '#lib/rules/coverage/coverage.ts'
import { nameOfContract } from '#components/contracts/list-columns.tsx'
import { useOpenContract } from '#components/contracts/open-contract.ts'
import type { CoverageFilter } from './arrange.ts'
import { fromAddress, toAddress, type CoverageAddress } from './coverage-address.ts'
import { CoverageControls, TimeControls } from './coverage-controls.tsx'
import { coverageKinds, type CoverageKind } from './coverage-kind.ts'
import { CoverageEmpty } from './coverage-empty.tsx'
import { CoveragePrint } from './coverage-print.tsx'
import { legendBrief, legendOrder, legendWord, short, stateLooks } from './state-words.ts'
import { timelineRows } from './timeline-rows.tsx'
import { useArranged } from './use-arranged.ts'

const CoverageDetail = onDemand(
  () => import('./coverage-detail.tsx').then((module) => module.CoverageDetail),
  {
    isPart: true,
  },
)

type PageProps = {
  given: Record<string, string | string[] | undefined>
  /** True if the person may create spans, and add providers or facilities to the contract. */
  maySpan: boolean
  mayAdd: Record<CoverageKind['id'], boolean>
}

/**
 * The coverage of a contract's providers or facilities over time, by what the payer had loaded on a
 * day.
 */
export function CoveragePage(props: PageProps) {
  const { version } = useOpenContract()
  if (version === 3) return <Coverage {...props} />
  return (
    <EmptyState title="No credentialing timeline for this contract">
      The partner gives this contract through version 2 only, which has no credentialing by
      contract. Its providers’ spans are listed under Credentialing.
    </EmptyState>
  )
}

function Coverage({ given, maySpan, mayAdd }: PageProps) {
  const contract = useOpenContract()
  const { id, today, record, row: head } = contract
  const isInstitutional = head.type === 'institutional'
  const [address, setAddress] = useState(() => fromAddress(given, today))
  const kind = coverageKinds[address.of]
  const [filter, setFilter] = useState<Pick<CoverageFilter, 'states' | 'text'>>({
    states: new Set(),
    text: '',
  })
  const [shown, setShown] = useState(() => windowAround(address.asOf, 1))
  const [openId, setOpenId] = useState<string>()
  const [isPrinting, setPrinting] = useState(false)
  const timeline = useRef<TimelineHandle>(null)
  const { asOf, within, show, order } = address
  const view = useMemo(() => ({ asOf, expiringDays: within }), [asOf, within])
  const typed = useDeferredValue(filter.text)
  const whole = useMemo(
    () => ({ show, order, states: filter.states, text: typed }),
    [show, order, filter.states, typed],
  )

  const pages = usePages(
    kind.id === 'providers' ? providerCoveragePages(id) : facilityCoveragePages(id),
    {
      readOn: 'end',
    },
  )
  const isReading = pages.state === 'reading' || pages.state === 'waiting'
  const isEmpty = pages.isComplete && pages.rows.length === 0
  const arranged = useArranged(pages.rows, isReading, view, whole)
  const rowOf = useMemo(() => timelineRows(kind, arranged.view), [kind, arranged.view])
  const opened =
    openId === undefined ? undefined : arranged.rows.find(({ row }) => row.id === openId)

  const change = (next: Partial<CoverageAddress>) => {
    const changed = { ...address, ...next }
    setAddress(changed)
    history.replaceState(history.state, '', location.pathname + toAddress(changed, today))
    const day = next.asOf
    if (day) setShown((now) => windowAround(day, now.years))
    if (next.of) {
      setFilter({ states: new Set(), text: '' })
      setOpenId(undefined)
    }
    timeline.current?.scrollToTop()
  }
  const close = () => {
    setOpenId(undefined)
    const place = arranged.rows.findIndex(({ row }) => row.id === openId)
    if (place >= 0) timeline.current?.focusRow(place)
  }
  usePrintSheet(setPrinting)
  useKeys([
    {
      keys: 'j',
      label: 'Next row',
      run: () => timeline.current?.moveBy(1),
      repeats: true,
      group: 'Timeline',
    },
    {
      keys: 'k',
      label: 'Previous row',
      run: () => timeline.current?.moveBy(-1),
      repeats: true,
      group: 'Timeline',
    },
    { keys: 'Enter', label: 'Open the span, or the row', group: 'Timeline' },
    { keys: 'Shift+ArrowLeft', label: 'Earlier by a month', group: 'Timeline' },
    { keys: 'Shift+ArrowRight', label: 'Later by a month', group: 'Timeline' },
    { keys: '+', label: 'Show less time', group: 'Timeline' },
    { keys: '-', label: 'Show more time', group: 'Timeline' },
  ])
  const standing = `On ${short(arranged.view.asOf)}`
  const download = async () =>
    (await import('./coverage-csv.ts')).downloadCoverage(arranged.rows, kind, arranged.view)
  return (
    <>
      <div ref={fillWindow} className="flex min-h-96 flex-col gap-2 print:hidden">
        <CoverageControls
          kind={kind}
          address={address}
          onAddress={change}
          text={filter.text}
          onText={(next) => setFilter((now) => ({ ...now, text: next }))}
          today={today}
        />
        <TimelineLegend
          label={`How ${kind.noun.many} stand: ${standing.toLowerCase()}`}
          items={legendOrder.map((state) => ({
            id: state,
            label: legendWord(state),
            brief: legendBrief(state),
            look: stateLooks[state].look,
            count: isEmpty ? 0 : arranged.counts?.[state],
          }))}
          chosen={filter.states}
          onToggle={(state) => {
            setFilter((now) => ({ ...now, states: toggled(now.states, state as CoverageState) }))
            timeline.current?.scrollToTop()
          }}
        />
        <div className="flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel">
          <div className="flex min-h-0 grow">
            <Timeline
              key={kind.id}
              label={`Coverage of ${kind.noun.many}`}
              columns={{ name: kind.head, code: 'NPI', standing }}
              count={arranged.rows.length}
              rowAt={(index) => rowOf(arranged.rows[index]!)}
              window={shown}
              onWindow={setShown}
              asOf={arranged.view.asOf}
              today={today}
              open={openId}
              onOpen={(index) => setOpenId(arranged.rows[index]!.row.id || undefined)}
              isBusy={arranged.isBusy}
              handle={timeline}
            >
              <CoverageEmpty
                pages={pages}
                kind={kind}
                onlyWithSpans={kind.id === 'facilities' && !isInstitutional}
                addHref={
                  mayAdd[kind.id]
                    ? `/contracts/${encodeURIComponent(id)}/${kind.tab}?add`
                    : undefined
                }
                isJudging={arranged.counts === undefined}
                onClear={() => (
                  setFilter({ states: new Set(), text: '' }),
                  change({ show: 'all' })
                )}
              />
            </Timeline>
            {opened && (
              <CoverageDetail
                key={opened.row.id}
                judged={opened}
                kind={kind}
                view={arranged.view}
                addHref={maySpan ? (firstDay) => addHref(opened.row.id, firstDay) : undefined}
                onClose={close}
              />
            )}
          </div>
          <footer className="flex h-10 shrink-0 items-center gap-2 border-t border-line pr-1.5 pl-3.5">
            {/* Before the first row the failure replaces the rows. */}
            {(pages.state !== 'failed' || pages.rows.length > 0) && (
              <ReadingProgress
                pages={pages}
                noun={kind.noun}
                expected={kind.id === 'providers' ? contract.providers : undefined}
              />
            )}
            <span role="status" className="ml-auto min-w-0 truncate text-sm text-ink-2">
              {arranged.counts && `${arranged.rows.length.toLocaleString('en-US')} shown`}
              {arranged.counts &&
                isReading &&
                arranged.judged < pages.rows.length &&
                '; newly loaded rows are added at the end'}
            </span>
            <TimeControls window={shown} onWindow={setShown} asOf={address.asOf} />
            <Button size="small" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-3.5" />
              Print
            </Button>
            <Button size="small" onClick={() => void download().catch(tellFailure)}>
              <Download aria-hidden="true" className="size-3.5" />
              CSV
            </Button>
          </footer>
        </div>
      </div>
      {isPrinting && (
        <CoveragePrint
          rows={arranged.rows}
          kind={kind}
          view={arranged.view}
          window={shown}
          title={nameOfContract(head)}
          show={show}
          isComplete={pages.isComplete}
        />
      )}
    </>
  )

  function addHref(subject: string, start_date: string | undefined): string {
    const ids = {
      [kind.subject]: subject,
      contracting_provider_id: textOf(
        memberAt(record, 'contracting_provider', 'organization_provider_id'),
      ),
      payer_uuid: textOf(memberAt(record, 'payer', 'payer_uuid')),
      start_date,
    }
    const known = Object.entries(ids).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    return `${kind.spans}/new?${new URLSearchParams(known)}`
  }
}

function toggled(states: ReadonlySet<CoverageState>, state: CoverageState): Set<CoverageState> {
  const next = new Set(states)
  if (!next.delete(state)) next.add(state)
  return next
}

// The printed table must be in the page before the browser prints, whichever way printing was
// started.
function usePrintSheet(setPrinting: (is: boolean) => void): void {
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [setPrinting])
}

// The timeline fills the rest of the window.
function fillWindow(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const fit = () => {
    const top = element.getBoundingClientRect().top + window.scrollY
    element.style.height = `calc(100dvh - ${Math.ceil(top)}px - 1rem)`
  }
  fit()
  const observer = new ResizeObserver(fit)
  observer.observe(document.body)
  return () => observer.disconnect()
}
