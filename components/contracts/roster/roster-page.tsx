'use client'
import { ListPlus, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState, type RefObject } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { ExportListButton } from '#components/table/list-head.tsx'
import { SkeletonRows } from '#components/table/list-state.tsx'
import { noSelection, type Selection } from '#components/table/selection.ts'
import { usePages, type Pages } from '#lib/queries/pages.ts'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { maxProvidersV2 } from '#lib/contract/contracts/limits.ts'
import { foldedWords, hasWords } from '#lib/core/folded.ts'
import { providerNoun } from '#lib/core/count-of.ts'
import { rosterColumns } from '#lib/lists/columns/contracts.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { rosterPages, type RosterLine } from '#lib/queries/contracts.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { useDropQuery } from '#components/contracts/drop-query.ts'
import { useOpenContract } from '#components/contracts/open-contract.ts'
import { RosterTable } from './roster-table.tsx'

const RosterDialog = onDemand(() =>
  import('./roster-dialog.tsx').then((module) => module.RosterDialog),
)

const openingMode: RosterMode | undefined = 'add'

type RosterPageProps = { canWrite: boolean; canExport: boolean; adds: boolean }

/**
 * The providers of a contract: read to the end, searched, exported and, with permission, changed.
 * `adds` opens at adding them.
 */
export function RosterPage({ canWrite, canExport, adds }: RosterPageProps) {
  const { id, version, row, providers: expected } = useOpenContract()
  const pages = usePages(rosterPages(id, version), { readOn: 'end' })
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const shown = useMemo(() => searchRoster(pages.rows, query), [pages.rows, query])
  const [selection, setSelection] = useState<Selection>(noSelection)
  const [mode, setMode] = useState(adds && canWrite ? openingMode : undefined)
  const box = useRef<HTMLInputElement>(null)
  const dropQuery = useDropQuery()
  useKeys([{ keys: '/', label: 'Search the roster', run: () => box.current?.focus() }])
  const chosen = useMemo(
    () => (selection.ids.size === 0 ? [] : pages.rows.filter((row) => selection.ids.has(row.id))),
    [pages.rows, selection],
  )
  const isSearched = query.trim() !== ''
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <RosterSearch box={box} value={typed} onValue={setTyped} />
        {isSearched && (
          <p role="status" className="text-sm text-ink-2">
            {shown.length.toLocaleString('en-US')} found{pages.isComplete ? '' : ' so far'}
          </p>
        )}
        {version === 2 && (
          <p className="text-sm text-ink-2">
            Version 2 takes at most {maxProvidersV2.toLocaleString('en-US')} providers on a
            contract.
          </p>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {canExport && version === 3 && (
            <ExportListButton
              request={{
                operation: 'listContractProviders',
                id,
                ...(isSearched && { search: query.trim() }),
              }}
              shown={Object.keys(rosterColumns)}
            />
          )}
          {canWrite && (
            <>
              <Button onClick={() => setMode('equal')}>Make equal to a list</Button>
              <Button onClick={() => setMode('remove')}>
                {chosen.length > 0
                  ? `Remove ${chosen.length.toLocaleString('en-US')} chosen`
                  : 'Remove providers'}
              </Button>
              <Button tone="primary" onClick={() => setMode('add')}>
                <ListPlus aria-hidden="true" className="size-4" /> Add providers
              </Button>
            </>
          )}
        </div>
      </div>
      <section
        aria-label="Roster"
        className="relative flex h-[calc(100dvh-12rem)] min-h-90 narrow:h-[calc(100dvh-14rem)] flex-col overflow-hidden rounded-card border border-line bg-panel"
      >
        {shown.length > 0 ? (
          <RosterTable
            rows={shown}
            isComplete={pages.isComplete}
            isBusy={pages.isOld}
            selection={canWrite ? selection : undefined}
            onSelection={setSelection}
          />
        ) : (
          <RosterState
            pages={pages}
            query={query}
            onAdd={canWrite ? () => setMode('add') : undefined}
          />
        )}
        <footer className="flex h-12 shrink-0 items-center gap-3 border-t border-line px-3 text-sm text-ink-2">
          {/* A failure before the first row shows above. */}
          {(pages.state !== 'failed' || pages.rows.length > 0) && (
            <ReadingProgress pages={pages} noun={providerNoun} expected={expected} />
          )}
          {pages.isComplete && pages.readAt !== undefined && (
            <>
              <span>
                as of <LocalTime at={new Date(pages.readAt).toISOString()} />
              </span>
              <Button size="small" tone="quiet" onClick={pages.refresh}>
                Refresh
              </Button>
            </>
          )}
          {chosen.length > 0 && (
            <span className="ml-auto flex items-center gap-2">
              <span className="font-medium text-ink">
                {chosen.length.toLocaleString('en-US')} chosen
              </span>
              <Button size="small" tone="quiet" onClick={() => setSelection(noSelection)}>
                Clear
              </Button>
            </span>
          )}
        </footer>
      </section>
      {mode !== undefined && (
        <RosterDialog
          contract={{ id, version }}
          hasFacilities={row.type === 'institutional'}
          pages={pages}
          mode={mode}
          chosen={mode === 'remove' ? chosen : []}
          onClose={(isChanged) => {
            if (adds) dropQuery()
            setMode(undefined)
            if (isChanged) setSelection(noSelection)
          }}
        />
      )}
    </div>
  )
}

// The rows with every word of the query in their name, NPI or ID; all rows for a blank query.
function searchRoster(rows: readonly RosterLine[], query: string): readonly RosterLine[] {
  const words = foldedWords(query)
  return words.length === 0 ? rows : rows.filter(({ text }) => hasWords(text, words))
}

// Searches the rows that were read while the person types; no request is sent.
function RosterSearch({
  box,
  value,
  onValue,
}: {
  box: RefObject<HTMLInputElement | null>
  value: string
  onValue: (value: string) => void
}) {
  return (
    <label className="relative">
      <span className="sr-only">Search the roster</span>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-2 left-2 size-3.5 text-ink-3"
      />
      <input
        ref={box}
        type="search"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        placeholder="Search name, NPI or ID"
        autoComplete="off"
        spellCheck={false}
        className="h-control w-72 rounded-control border border-control bg-panel pr-2 pl-7 text-sm text-ink hover:border-ink-3"
      />
    </label>
  )
}

// Replaces the table while it has no row: not read yet, not readable, empty, or nothing matches the
// search.
function RosterState({
  pages,
  query,
  onAdd,
}: {
  pages: Pages<BaseRow>
  query: string
  onAdd: (() => void) | undefined
}) {
  const { state, isComplete, failure, rows } = pages
  return (
    <div className="min-h-0 grow overflow-hidden">
      {rows.length > 0 ? (
        <EmptyState title="No matches">
          No provider {isComplete ? 'of the roster' : 'loaded so far'} matches “{query.trim()}”.
        </EmptyState>
      ) : state === 'failed' && failure ? (
        <FailureState
          failure={failure}
          actions={<Button onClick={pages.readOn}>Try again</Button>}
        />
      ) : isComplete ? (
        <EmptyState
          title="No providers"
          actions={onAdd && <Button onClick={onAdd}>Add providers</Button>}
        >
          This contract’s roster is empty.
        </EmptyState>
      ) : state === 'stopped' ? (
        <EmptyState title="Nothing loaded yet">
          Loading stopped before the first page. Press “Continue” to load the roster.
        </EmptyState>
      ) : (
        <SkeletonRows columns={4} />
      )}
    </div>
  )
}
