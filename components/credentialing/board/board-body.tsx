'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { FillingTableView } from '#components/table/filling-table.tsx'
import type { RowTableHandle } from '#components/table/row-table.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/select.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { BoardProgress } from '#lib/actions/coverage-board/verbs.ts'
import type { RecordedSpan } from '#lib/actions/coverage-board/recorded-spans.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { BoardRow, Board } from '#lib/rules/coverage/board.ts'
import { BoardSums } from './board-sums.tsx'
import { boardTable } from './board-table.tsx'
import { UnreadNote } from './unread-note.tsx'
import { DeniedNote } from './denied-note.tsx'
import type { BoardRights } from './pair-panel.tsx'
import { verdictWords } from '#lib/rules/coverage/why-words.ts'
import { matchingRows, pairOf, type RowFilter } from './sort-rows.ts'

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
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<RowFilter>('all')
  const [chosen, choose] = useChosen()
  const table = useRef<RowTableHandle>(null)
  const why = useRef<HTMLButtonElement>(null)
  const rows = useMemo(
    () => matchingRows(board.rows, { search, filter }),
    [board.rows, search, filter],
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
  const isChosen = chosen !== undefined
  const about = useMemo(
    () => ({ asOf: board.as_of, isBrief: isChosen, recordedOf }),
    [board.as_of, isChosen, recordedOf],
  )
  const close = () => {
    choose(undefined)
    if (chosen === undefined || !table.current?.focusRow(chosen)) why.current?.focus()
  }
  useKeys([{ keys: 'Escape', label: 'Close the panel', run: close }])
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
        }}
      />
      <div
        className={`grid min-h-0 grow gap-3 max-sm:min-h-140 ${isOpen ? 'grid-cols-1 grid-rows-2 min-[1200px]:grid-cols-[minmax(0,1fr)_25rem] min-[1200px]:grid-rows-1' : 'grid-cols-1'}`}
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
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            </div>
            <div className="w-44">
              <Select
                aria-label="Rows with"
                value={filter}
                onChange={(event) => setFilter(event.currentTarget.value as RowFilter)}
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
          <FillingTableView
            handle={table}
            table={boardTable}
            rows={rows}
            about={about}
            chosen={chosen}
            onChoose={(one) => choose(pairOf(one) === chosen ? undefined : pairOf(one))}
            empty={
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
            }
          />
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
