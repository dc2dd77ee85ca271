'use client'
import { useCallback, useDeferredValue, useState } from 'react'
import type { RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { isAssigned } from '#lib/rules/facilities/assignments.ts'
import type { FacilityRow } from './facility-rows.ts'
import { PasteProviders } from './paste-providers.tsx'
import { matcher, type People, type Person } from './roster-people.ts'
import type { Assignments } from './use-assignments.ts'
import { useInSlices, type SlicedWork } from './use-in-slices.ts'

type AssignDialogProps = {
  facility: FacilityRow
  name: string
  people: People
  /** `people` contains the providers of the roster pages that were read. */
  isGathered: boolean
  pages: Pages<RosterLine>
  /** The number of providers by the contract record. */
  expected: number | undefined
  canEdit: boolean
  assignments: Assignments
  onClose: () => void
}

/** The providers that the search finds, and those that the buttons would add or remove. */
type Found = { all: readonly Person[]; toAdd: readonly string[]; toRemove: readonly string[] }
const none: Found = { all: [], toAdd: [], toRemove: [] }

// The most rows in the list. A person narrows a longer list by typing.
const shownAtOnce = 100

/** The providers of one facility, ticked in the roster or pasted. This dialog sends nothing. */
export function AssignDialog({
  facility,
  name,
  people,
  isGathered,
  pages,
  expected,
  canEdit,
  assignments,
  onClose,
}: AssignDialogProps) {
  const [typed, setTyped] = useState('')
  const [who, setWho] = useState('all')
  const text = useDeferredValue(typed)
  const change = assignments.changeOf(facility)
  const find: SlicedWork<Found> = useCallback(
    async (slicer) => {
      const [all, toAdd, toRemove] = [[] as Person[], [] as string[], [] as string[]]
      const matches = matcher(text)
      for (const person of people.list) {
        const turn = slicer()
        if (turn) await turn
        const isThere = isAssigned(facility.assigned, change, person.id)
        if ((matches && !matches(person)) || (who !== 'all' && isThere !== (who === 'assigned')))
          continue
        all.push(person)
        ;(isThere ? toRemove : toAdd).push(person.id)
      }
      return { all, toAdd, toRemove }
    },
    [people, text, who, facility, change],
  )
  const { answer, isBusy } = useInSlices(find)
  // The former results stay visible meanwhile, but they do not match the new search.
  const isFinding = isBusy || text !== typed
  const { all: found, toAdd, toRemove } = answer ?? none
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={`Providers at ${name}`}
      description={
        canEdit
          ? 'Choose from the contract’s roster. Nothing is sent until you save the page.'
          : 'From the contract’s roster.'
      }
      actions={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          type="search"
          aria-label="Find a provider"
          placeholder="Name, NPI or ID"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="w-auto! min-w-48 grow"
        />
        <Select
          aria-label="Which providers"
          value={who}
          onChange={(event) => setWho(event.target.value)}
          className="w-40!"
        >
          <option value="all">Everyone</option>
          <option value="assigned">Assigned</option>
          <option value="others">Not assigned</option>
        </Select>
      </div>
      <div className="mt-2 flex min-h-7 flex-wrap items-center gap-2 text-xs text-ink-2">
        <div className="min-w-0 grow">
          {pages.isComplete || pages.isOld ? (
            <p role="status">
              {isGathered && answer ? standing(found.length) : 'Sorting the roster…'}
            </p>
          ) : (
            <ReadingProgress pages={pages} noun={providerNoun} expected={expected} />
          )}
        </div>
        {canEdit && toAdd.length > 0 && (
          <Button
            size="small"
            busy={isFinding}
            onClick={() => assignments.assign(facility, toAdd, true)}
          >
            Add {toAdd.length === 1 ? 'one' : `all ${toAdd.length.toLocaleString('en-US')}`}
          </Button>
        )}
        {canEdit && toRemove.length > 0 && (
          <Button
            size="small"
            busy={isFinding}
            onClick={() => assignments.assign(facility, toRemove, false)}
          >
            Remove{' '}
            {toRemove.length === 1 ? 'one' : `all ${toRemove.length.toLocaleString('en-US')}`}
          </Button>
        )}
      </div>
      <ul
        aria-label="Providers"
        className="mt-1 flex max-h-44 flex-col overflow-y-auto rounded-control border border-line empty:hidden"
      >
        {found.slice(0, shownAtOnce).map(({ id, name: person, npi, isStranger }) => (
          <li key={id} className="px-3 not-first:border-t not-first:border-line">
            <Checkbox
              name={`contract_service_facilities.${facility.place}.provider_ids`}
              value={id}
              className="min-h-8 w-full [&>span:last-child]:min-w-0 [&>span:last-child]:grow"
              checked={assignments.has(facility, id)}
              disabled={!canEdit}
              onChange={(event) => assignments.assign(facility, [id], event.target.checked)}
            >
              <span className="flex items-baseline gap-3">
                <span className="min-w-0 truncate">{person}</span>
                {isStranger && (
                  <span className="shrink-0 text-xs text-amber">not on the roster</span>
                )}
                <span className="ml-auto shrink-0 font-mono text-xs text-ink-2">{npi}</span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {canEdit && (
        <PasteProviders
          facility={facility}
          people={people}
          isComplete={pages.isComplete || pages.isOld}
          assignments={assignments}
        />
      )}
    </Dialog>
  )
}

function standing(count: number): string {
  if (count === 0) return 'No matching providers.'
  const many = countOf(count, providerNoun)
  return count > shownAtOnce ? `${many}, the first ${shownAtOnce} shown. Type to narrow.` : many
}
