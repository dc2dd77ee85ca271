'use client'
import { Download, ListPlus } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { noSelection, type Selection } from '#components/table/selection.ts'
import { usePages } from '#lib/queries/pages.ts'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { providerNoun } from '#lib/core/count-of.ts'
import { rosterPages } from '#lib/queries/contracts.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { useDropQuery } from '#components/contracts/drop-query.ts'
import { useOpenContract } from '#components/contracts/open-contract.ts'
import { exportRoster } from './export-roster.ts'
import { RosterSearch } from './roster-search.tsx'
import { RosterState } from './roster-state.tsx'
import { RosterTable } from './roster-table.tsx'
import { searchRoster } from './search-roster.ts'

const RosterDialog = onDemand(() => import('./roster-dialog.tsx').then((module) => module.RosterDialog))

const openingMode: RosterMode | undefined = 'add'

/** The providers of a contract: walked, searched, exported and, by whoever may, changed; `adds` opens at adding them. */
export function RosterPage({ canWrite, adds }: { canWrite: boolean; adds: boolean }) {
  const { id, row, providers: expected } = useOpenContract()
  const pages = usePages(rosterPages(id), { readOn: 'end' })
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const shown = useMemo(() => searchRoster(pages.rows, query), [pages.rows, query])
  const [selection, setSelection] = useState<Selection>(noSelection)
  const [mode, setMode] = useState(adds && canWrite ? openingMode : undefined)
  const [isExporting, setExporting] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const dropQuery = useDropQuery()
  useKeys([{ keys: '/', label: 'Search the roster', run: () => box.current?.focus() }])
  const chosen = useMemo(
    () => (selection.ids.size === 0 ? [] : pages.rows.filter((row) => selection.ids.has(row.id))),
    [pages.rows, selection],
  )
  const save = async () => {
    setExporting(true)
    await exportRoster(shown)
    setExporting(false)
  }
  const isSearched = query.trim() !== ''
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <RosterSearch box={box} value={typed} onValue={setTyped} />
        {isSearched && (
          <p role="status" className="text-sm text-ink-2">
            {shown.length.toLocaleString('en-US')} found{pages.isWhole ? '' : ' so far'}
          </p>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button busy={isExporting} disabled={shown.length === 0} onClick={() => void save()}>
            <Download aria-hidden="true" className="size-3.5" /> Export CSV
          </Button>
          {canWrite && (
            <>
              <Button onClick={() => setMode('equal')}>Make equal to a list</Button>
              <Button onClick={() => setMode('remove')}>
                {chosen.length > 0 ? `Remove ${chosen.length.toLocaleString('en-US')} chosen` : 'Remove providers'}
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
            isWhole={pages.isWhole}
            isBusy={pages.isOld}
            selection={canWrite ? selection : undefined}
            onSelection={setSelection}
          />
        ) : (
          <RosterState pages={pages} query={query} onAdd={canWrite ? () => setMode('add') : undefined} />
        )}
        <footer className="flex h-12 shrink-0 items-center gap-3 border-t border-line px-3 text-sm text-ink-2">
          {/* A failure with nothing read is told above. */}
          {(pages.state !== 'failed' || pages.rows.length > 0) && (
            <ReadingProgress pages={pages} noun={providerNoun} expected={expected} />
          )}
          {pages.isWhole && pages.readAt !== undefined && (
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
              <span className="font-medium text-ink">{chosen.length.toLocaleString('en-US')} chosen</span>
              <Button size="small" tone="quiet" onClick={() => setSelection(noSelection)}>
                Clear
              </Button>
            </span>
          )}
        </footer>
      </section>
      {mode !== undefined && (
        <RosterDialog
          contractId={id}
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
