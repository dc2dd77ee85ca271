'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/select.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { Board, BoardProgress, RecordedSpan } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { BoardRow } from '#lib/rules/coverage/board.ts'
import { BoardSums } from './board-sums.tsx'
import { BoardTable, type BoardTableHandle } from './board-table.tsx'
import { UnreadNote } from './unread-note.tsx'
import { DeniedNote } from './denied-note.tsx'
import type { BoardRights } from './pair-panel.tsx'
import { verdictWords } from '#lib/rules/coverage/why-words.ts'
import { arrangeRows, firstSort, nextSort, pairOf, type RowFilter } from './sort-rows.ts'

const PairPanel = onDemand(() => import('./pair-panel.tsx').then((module) => module.PairPanel), {
  isPart: true,
})
const UnjudgedPanel = onDemand(
  () => import('./unjudged-panel.tsx').then((module) => module.UnjudgedPanel),
  {
    isPart: true,
  },
)

// It is in the address, like a pair, so that Back from a capture finds the panel open.
const unjudged = 'unjudged'

const filters: readonly (readonly [RowFilter, string])[] = [
  ['all', 'All rows'],
  ['any', 'Any charges at risk'],
  ['will', verdictWords['will-deny']],
  ['hold', verdictWords.hold],
  ['may', verdictWords['may-deny']],
  ['denied', 'Denied before the load'],
]

type BoardBodyProps = {
  done: NonNullable<BoardProgress['done']>
  board: Board
  /** The spans that were recorded after the board began. */
  recorded: readonly RecordedSpan[]
  rights: BoardRights
}

/** A finished board: its sums, its table, and the panel of the selected row. */
export function BoardBody({ done, board, recorded, rights }: BoardBodyProps) {
  const [sort, setSort] = useState(firstSort)
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<RowFilter>('all')
  const [chosen, choose] = useChosen()
  // The row that had the focus last, in this order of the rows.
  const [visited, visit] = useState<string>()
  const table = useRef<BoardTableHandle>(null)
  const why = useRef<HTMLButtonElement>(null)
  const rows = useMemo(
    () => arrangeRows(board.rows, { sort, search, filter }),
    [board.rows, sort, search, filter],
  )
  const recordedOf = useMemo(() => {
    const byPair = new Map(recorded.map((each) => [`${each.payer_uuid} ${each.provider_id}`, each]))
    const found = new Map<number, RecordedSpan>()
    for (const { place, payer, provider, counted_at = '' } of board.rows) {
      const span = byPair.get(`${payer.uuid} ${provider.id}`)
      // While the row's new numbers are on their way, it still shows the former ones.
      if (span) found.set(place, { ...span, is_counted: counted_at >= span.at })
    }
    return (one: BoardRow) => found.get(one.place)
  }, [recorded, board.rows])
  const row = useMemo(() => board.rows.find((one) => pairOf(one) === chosen), [board.rows, chosen])
  const indexOf = (pair: string | undefined) => rows.findIndex((one) => pairOf(one) === pair)
  // Without one that was visited or opened, the first row is current.
  const active = [indexOf(visited), indexOf(chosen)].find((index) => index >= 0) ?? 0
  const current = rows[active]
  const move = (by: number) => {
    if (current) table.current?.focusRow(Math.max(0, Math.min(rows.length - 1, active + by)))
  }
  const close = () => {
    const opener = indexOf(chosen)
    choose(undefined)
    if (opener >= 0) table.current?.focusRow(opener)
    else why.current?.focus()
  }
  const toggle = useCallback(
    (one: BoardRow, isChosen: boolean) => {
      visit(pairOf(one))
      choose(isChosen ? undefined : pairOf(one))
    },
    [choose],
  )
  useKeys([
    { keys: 'j', label: 'Next row', run: () => move(1), repeats: true },
    { keys: 'k', label: 'Previous row', run: () => move(-1), repeats: true },
    {
      keys: 'Enter',
      label: 'Open or close the row',
      run: () => current && toggle(current, pairOf(current) === chosen),
    },
    { keys: 'Escape', label: 'Close the panel', run: close },
  ])
  const isOpen = row !== undefined || chosen === unjudged
  return (
    <>
      <BoardSums
        why={why}
        board={board}
        isUnjudgedOpen={chosen === unjudged}
        onUnjudged={() => choose(chosen === unjudged ? undefined : unjudged)}
      />
      <UnreadNote unread={board.unread} />
      <DeniedNote
        board={board}
        onShow={() => {
          setSearch('')
          setFilter('denied')
          visit(undefined)
        }}
      />
      <div
        className={`grid min-h-0 grow gap-3 ${isOpen ? 'grid-cols-1 grid-rows-2 min-[1200px]:grid-cols-[minmax(0,1fr)_25rem] min-[1200px]:grid-rows-1' : 'grid-cols-1'}`}
      >
        <section
          aria-label="Payers by contracting providers"
          className="flex min-h-0 flex-col overflow-hidden rounded-card border border-line bg-panel"
        >
          <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
            <div className="w-64">
              <TextInput
                type="search"
                aria-label="Find a payer or contracting provider"
                placeholder="Payer or contracting provider"
                value={search}
                onChange={(event) => {
                  setSearch(event.currentTarget.value)
                  visit(undefined)
                }}
              />
            </div>
            <div className="w-44">
              <Select
                aria-label="Rows with"
                value={filter}
                onChange={(event) => {
                  setFilter(event.currentTarget.value as RowFilter)
                  visit(undefined)
                }}
              >
                {filters.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </div>
            <span role="status" className="ml-auto text-xs text-ink-2">
              {countOf(rows.length, { one: 'row', many: 'rows' })}
              {rows.length < board.rows.length &&
                ` of ${board.rows.length.toLocaleString('en-US')}`}
            </span>
          </div>
          {rows.length > 0 ? (
            <BoardTable
              handle={table}
              rows={rows}
              asOf={board.as_of}
              sort={sort}
              onSort={(by) => {
                setSort((now) => nextSort(now, by))
                visit(undefined)
              }}
              current={current && pairOf(current)}
              onVisit={visit}
              chosen={chosen}
              recordedOf={recordedOf}
              onChoose={toggle}
            />
          ) : (
            <div className="min-h-0 grow overflow-auto">
              <EmptyState
                title={board.rows.length === 0 ? 'No effective contract' : 'No matching rows'}
                actions={
                  board.rows.length > 0 && (
                    <Button
                      onClick={() => {
                        setSearch('')
                        setFilter('all')
                      }}
                    >
                      Show all rows
                    </Button>
                  )
                }
              >
                {board.rows.length === 0
                  ? 'Payers and contracting providers with an effective contract appear here.'
                  : 'No rows match this search and these filters.'}
              </EmptyState>
            </div>
          )}
        </section>
        {row && (
          <PairPanel
            key={`${done.id} ${pairOf(row)}`}
            done={done}
            row={row}
            asOf={board.as_of}
            recorded={recordedOf(row)}
            rights={rights}
            onClose={close}
          />
        )}
        {chosen === unjudged && (
          <UnjudgedPanel
            key={done.id}
            done={done}
            board={board}
            mayListCaptures={rights.mayListCaptures}
            onClose={close}
          />
        )}
      </div>
    </>
  )
}

// The state is here and is copied to the address, so that Back finds the panel open. Its ids name
// no patient.
function useChosen(): [string | undefined, (chosen: string | undefined) => void] {
  const search = useSearchParams()
  const [chosen, setChosen] = useState(search.get('pair') ?? undefined)
  const choose = useCallback((next: string | undefined) => {
    setChosen(next)
    const params = new URLSearchParams(window.location.search)
    if (next === undefined) params.delete('pair')
    else params.set('pair', next)
    const text = params.toString()
    window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`)
  }, [])
  return [chosen, choose]
}
