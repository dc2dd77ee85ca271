'use client'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useLayoutEffect,
  useRef,
} from 'react'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { usePages } from '#lib/queries/pages.ts'
import { ExportListButton } from '#components/table/list-head.tsx'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { facilityColumns } from '#lib/lists/columns/contracts.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import { rosterPages } from '#lib/queries/contracts.ts'
import { useDropQuery } from '#components/contracts/drop-query.ts'
import { useOpenContract } from '#components/contracts/open-contract.ts'
import { FacilityList } from './facility-list.tsx'
import { FacilityMatrix } from './facility-matrix.tsx'
import { type FacilityRow, fitsMatrix, toFacilityRows } from './facility-rows.ts'
import { findPeople, noPeople, toPeople, type People } from './roster-people.ts'
import { useAssignments, type FacilityChange } from './use-assignments.ts'
import { useFacilityNames, type FacilityNames } from './use-facility-names.ts'
import { useInSlices, type SlicedWork } from './use-in-slices.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Kbd } from '#components/ui/kbd.tsx'

const AddDialog = onDemand(() => import('./add-dialog.tsx').then((module) => module.AddDialog))
const AssignDialog = onDemand(() =>
  import('./assign-dialog.tsx').then((module) => module.AssignDialog),
)
const ChangeDialog = onDemand(() =>
  import('./change-dialog.tsx').then((module) => module.ChangeDialog),
)
const RemoveDialog = onDemand(() =>
  import('./remove-dialog.tsx').then((module) => module.RemoveDialog),
)
const SaveDialog = onDemand(() => import('./save-dialog.tsx').then((module) => module.SaveDialog))

/** The open dialog. */
type Open = { kind: 'add' | 'save' } | { kind: 'assign' | 'change' | 'remove'; id: string }

/** `adds` opens the dialog that adds a facility. */
type FacilitiesProps = { canEdit: boolean; canExport: boolean; adds: boolean }

/**
 * The service facilities of an institutional contract, with the providers of its roster who may
 * work at each.
 */
export function FacilitiesPage(props: FacilitiesProps) {
  const { row } = useOpenContract()
  if (row.type === 'institutional') return <Facilities {...props} />
  return (
    <EmptyState title="No service facilities on this contract">
      Only institutional contracts list facilities. A professional contract covers its providers
      wherever they work.
    </EmptyState>
  )
}

function Facilities({ canEdit, canExport, adds }: FacilitiesProps) {
  const contract = useOpenContract()
  const later = useDeferredValue(contract.facilities)
  // Parsing a contract that was read again takes part of this task already; long lists of ids wait
  // for the next task.
  const read = (contract.providers ?? 0) > manyProviders ? later : contract.facilities
  const facilities = useMemo(() => toFacilityRows(read), [read])
  const names = useFacilityNames(facilities.map(({ facilityId }) => facilityId))
  const assignments = useAssignments(facilities)
  const [open, setOpen] = useState<Open | undefined>(adds && canEdit ? { kind: 'add' } : undefined)
  const [typed, setTyped] = useState('')
  const isSmall = fitsMatrix(facilities.length, contract.providers ?? Number.POSITIVE_INFINITY)
  const pages = usePages(rosterPages(contract.id, contract.version), {
    readOn: 'end',
    wanted: isSmall || (open !== undefined && open.kind !== 'change' && open.kind !== 'remove'),
  })
  const isComplete = pages.isComplete || pages.isOld
  // A large roster has many pages: sort it once, when its reading ends or stops.
  const roster =
    isComplete || pages.state === 'stopped' || pages.state === 'failed' ? pages.rows : noRows
  const gather: SlicedWork<People> = useCallback(
    (slicer, signal) =>
      toPeople(
        roster,
        isComplete ? facilities.map(({ assigned }) => assigned) : [],
        slicer,
        signal,
      ),
    [roster, isComplete, facilities],
  )
  const { answer: people = noPeople, isBusy: isGathering } = useInSlices(gather)
  // A provider whom somebody else assigned meanwhile may have joined the roster since it was read:
  // read it once more.
  const { refresh } = pages
  const isBehind =
    pages.isComplete && (pages.readAt ?? 0) < contract.readAt && !isGathering && people.hasStrangers
  useEffect(() => {
    if (isBehind) refresh()
  }, [isBehind, refresh])
  const nameOfPerson = (id: string) => people.byId.get(id)?.name ?? id
  const dropQuery = useDropQuery()
  const { dialog } = useUnsavedGuard(() => assignments.changes.length > 0)
  const close = () => {
    if (adds) dropQuery()
    setOpen(undefined)
  }
  const chosen = open && 'id' in open ? facilities.find(({ id }) => id === open.id) : undefined
  const isGathered = !isGathering || people.list.length > 0
  const isMatrix =
    isSmall && isComplete && isGathered && fitsMatrix(facilities.length, people.list.length)
  const shown = useMemo(
    () => (isMatrix ? findPeople(people.list, typed) : []),
    [isMatrix, people, typed],
  )
  const parts = {
    facilities,
    names,
    assignments,
    canEdit,
    onAssign: ({ id }: FacilityRow) => setOpen({ kind: 'assign', id }),
    onChange: ({ id }: FacilityRow) => setOpen({ kind: 'change', id }),
    onRemove: ({ id }: FacilityRow) => setOpen({ kind: 'remove', id }),
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        {isMatrix && (
          <TextInput
            type="search"
            aria-label="Find a provider"
            placeholder="Find a provider by name or NPI"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="w-64!"
          />
        )}
        <div className="min-w-0 grow text-sm text-ink-2">
          {isMatrix || !isSmall ? (
            summary(facilities.length, contract.providers)
          ) : (
            <ReadingProgress pages={pages} noun={providerNoun} expected={contract.providers} />
          )}
        </div>
        {canExport && facilities.length > 0 && (
          <ExportListButton
            request={{ operation: 'getContractV3', id: contract.id }}
            shown={Object.keys(facilityColumns)}
          />
        )}
        {canEdit && facilities.length > 0 && (
          <Button onClick={() => setOpen({ kind: 'add' })}>Add facility</Button>
        )}
      </div>
      {names.isClosed && (
        <p className="text-sm text-amber">
          This connection can’t look up facilities, so their IDs are shown.
        </p>
      )}
      {names.isFailed && <NamesFailed names={names} />}
      {facilities.length === 0 && (
        <NoFacility canEdit={canEdit} onAdd={() => setOpen({ kind: 'add' })} />
      )}
      {facilities.length > 0 &&
        (isMatrix ? <FacilityMatrix {...parts} people={shown} /> : <FacilityList {...parts} />)}
      {canEdit && facilities.length > 0 && (
        <p className="text-xs text-ink-2">A facility without providers authorizes no one.</p>
      )}
      {canEdit && assignments.changes.length > 0 && (
        <ChangesFoot
          changes={assignments.changes}
          onReview={() => setOpen({ kind: 'save' })}
          onDiscard={assignments.discard}
        />
      )}
      {open?.kind === 'add' && (
        <AddDialog
          contractId={contract.id}
          facilities={facilities}
          names={names}
          pages={pages}
          onClose={close}
        />
      )}
      {open?.kind === 'assign' && chosen && (
        <AssignDialog
          facility={chosen}
          name={names.nameOf(chosen.facilityId)}
          people={people}
          isGathered={isGathered}
          pages={pages}
          expected={contract.providers}
          canEdit={canEdit}
          assignments={assignments}
          onClose={close}
        />
      )}
      {open?.kind === 'change' && chosen && (
        <ChangeDialog
          contractId={contract.id}
          facility={chosen}
          facilities={facilities}
          name={names.nameOf(chosen.facilityId)}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && chosen && (
        <RemoveDialog
          contractId={contract.id}
          facility={chosen}
          name={names.nameOf(chosen.facilityId)}
          onClose={close}
        />
      )}
      {open?.kind === 'save' && (
        <SaveDialog
          contractId={contract.id}
          assignments={assignments}
          names={names}
          nameOfPerson={nameOfPerson}
          onClose={close}
        />
      )}
      {dialog}
    </div>
  )
}

const noRows: readonly RosterRow[] = []
const manyProviders = 10_000

function summary(facilities: number, providers: number | undefined): string {
  const many = countOf(facilities, { one: 'facility', many: 'facilities' })
  return providers === undefined
    ? many
    : `${many} · ${countOf(providers, providerNoun)} on the roster`
}

function NoFacility({ canEdit, onAdd }: { canEdit: boolean; onAdd: () => void }) {
  const add = canEdit && (
    <Button tone="primary" onClick={onAdd}>
      Add facility
    </Button>
  )
  return (
    <EmptyState title="No facilities on this contract yet" actions={add}>
      Add one so that the contract covers a place where its providers work.
    </EmptyState>
  )
}

// The sum of the unsaved changes, with the buttons to review and to discard them.
function ChangesFoot({
  changes,
  onReview,
  onDiscard,
}: {
  changes: readonly FacilityChange[]
  onReview: () => void
  onDiscard: () => void
}) {
  useKeys([{ keys: 'Mod+s', label: 'Review and save', run: onReview }])
  return (
    <footer className="stuck-bottom sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        {wordsOf(changes)} Nothing is sent until you save.
      </output>
      <Button onClick={onDiscard}>Discard</Button>
      <Button
        tone="primary"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+S"
        onClick={onReview}
      >
        Review and save <Kbd keys="Ctrl+S" />
      </Button>
    </footer>
  )
}

function wordsOf(changes: readonly FacilityChange[]): string {
  const sum = (of: (one: FacilityChange) => number) =>
    changes.reduce((total, one) => total + of(one), 0)
  const [added, removed] = [
    sum(({ change }) => change.add.size),
    sum(({ change }) => change.remove.size),
  ]
  const where = `at ${countOf(changes.length, { one: 'facility', many: 'facilities' })}`
  return `${[added > 0 && `${added.toLocaleString('en-US')} to be added`, removed > 0 && `${removed.toLocaleString('en-US')} to be removed`].filter(Boolean).join(', ')} ${where}.`
}

// A note that some names could not be read, with a retry. When the note disappears, its focus moves
// to the page.
function NamesFailed({ names }: { names: FacilityNames }) {
  const note = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const shown = note.current!
    return () =>
      void (shown.contains(document.activeElement) && document.getElementById('main')?.focus())
  }, [])
  return (
    <p ref={note} className="flex flex-wrap items-center gap-2 text-sm text-amber">
      Some facility names couldn’t be loaded, so their IDs are shown.
      <Button size="small" busy={names.isReading} onClick={names.again}>
        Try again
      </Button>
    </p>
  )
}
