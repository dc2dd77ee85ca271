'use client'
import { X } from 'lucide-react'
import { useMemo, useRef, useState, type RefObject } from 'react'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { FindButton } from '#components/look-ups/find-button.tsx'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { type RosterRow, toRosterRow } from '#lib/lists/rows/roster-rows.ts'
import { maxProvidersPerRequest, maxProvidersV2 } from '#lib/contract/contracts/limits.ts'
import type { RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { AddByNameFooter, AddByNameResult, idsOn, useAddByName } from './add-by-name.tsx'
import { focusOnce } from './focus-once.ts'
import { LongListCard, PasteList, type LongList } from './paste-list.tsx'
import { PlanStep } from './roster-plan.tsx'
import { SendStep } from './roster-send.tsx'
import type { RosterOf } from './send-batch.ts'
import type { RosterWorker } from './start-roster-worker.ts'
import { useRosterChange, workerEnded } from './use-roster-change.ts'

type RosterDialogProps = {
  contract: RosterOf
  /** The contract has service facilities, where providers of the roster may work. */
  hasFacilities: boolean
  pages: Pages<RosterLine>
  mode: RosterMode
  /** Providers that were chosen before the dialog was opened. */
  chosen: readonly RosterRow[]
  /** `isChanged` is true when something was sent. */
  onClose: (isChanged: boolean) => void
}

const modeWords: Record<RosterMode, { title: string; description: string }> = {
  add: { title: 'Add providers', description: 'Adds everyone on the list. No one is removed.' },
  remove: { title: 'Remove providers', description: 'Removes everyone on the list.' },
  equal: {
    title: 'Make the roster equal to a list',
    description: 'Adds everyone on the list and removes everyone else.',
  },
}

const leaving = {
  title: 'Leave while a roster is being changed?',
  description:
    'Batches already sent stay. The others aren’t sent. The roster shows what was changed.',
  leave: 'Leave',
}

/**
 * A change of a roster. A list goes three steps: the list, what it would change, and the sending.
 * Providers who are chosen by name alone are added at once. Load it with `onDemand`.
 */
export function RosterDialog({
  contract,
  hasFacilities,
  pages,
  mode: firstMode,
  chosen: firstChosen,
  onClose,
}: RosterDialogProps) {
  const [mode, setMode] = useState(firstMode)
  const [chosen, setChosen] = useState(firstChosen)
  const box = useRef<HTMLTextAreaElement>(null)
  const change = useRosterChange(contract, pages)
  const adding = useAddByName(contract, pages)
  const { stage, trouble } = change
  const isSending = change.isSending || adding.isSending
  const { dialog } = useUnsavedGuard(() => isSending, undefined, leaving)
  const close = () => onClose(stage.at === 'sending' || adding.isSent)
  const onRoster = useMemo(
    () => (chosen.length === 0 ? new Set<string>() : idsOn(pages.rows)),
    [chosen, pages.rows],
  )
  const joining = chosen.map(({ id }) => id).filter((id) => !onRoster.has(id.toLowerCase()))
  const { title, description } = modeWords[mode]
  return (
    <>
      <Dialog
        open
        onOpenChange={isSending ? undefined : (open) => !open && close()}
        title={title}
        description={description}
        width="wide"
        initialFocus={box}
      >
        {trouble !== undefined && (
          <p
            role="alert"
            className="mb-3 rounded-control border border-red bg-red-tint px-3 py-2 text-sm text-ink"
          >
            {trouble}
          </p>
        )}
        {/* It stays while its plan is shown, so that going back finds the list as it was. */}
        <div hidden={stage.at !== 'list' || adding.state.at === 'added'}>
          <ListStep
            box={box}
            worker={change.worker}
            most={contract.version === 2 ? maxProvidersV2 : maxProvidersPerRequest}
            mode={mode}
            onMode={setMode}
            chosen={chosen}
            onChosen={setChosen}
            onRoster={onRoster}
            isClosed={adding.isSending}
            onCheck={() => void change.check(mode, chosen)}
            addByName={<AddByNameFooter joining={joining} pages={pages} adding={adding} />}
          />
        </div>
        <AddByNameResult adding={adding} onClose={close} />
        {stage.at === 'waiting' && (
          <div className="flex flex-col items-start gap-3 py-4">
            {/* The focused button is gone: the dialog would focus itself, and again when the next step appears. */}
            <p ref={focusOnce} tabIndex={-1} className="text-sm outline-none">
              Waiting for the whole roster to load, to compare the list with it.
            </p>
            <ReadingProgress pages={pages} noun={providerNoun} />
            <Button onClick={change.toList}>Back to the list</Button>
          </div>
        )}
        {stage.at === 'plan' && (
          <PlanStep hasFacilities={hasFacilities} mode={mode} stage={stage} change={change} />
        )}
        {stage.at === 'sending' && (
          <SendStep stage={stage} pages={pages} change={change} onClose={close} />
        )}
      </Dialog>
      {dialog}
    </>
  )
}

type ListStepProps = {
  box: RefObject<HTMLTextAreaElement | null>
  worker: RosterWorker
  /** The most providers that one change takes. */
  most: number
  mode: RosterMode
  onMode: (mode: RosterMode) => void
  chosen: readonly RosterRow[]
  onChosen: (change: (now: readonly RosterRow[]) => readonly RosterRow[]) => void
  /** Ids of the roster, in lower case. */
  onRoster: ReadonlySet<string>
  /** Something is being sent. */
  isClosed: boolean
  onCheck: () => void
  /** Stands in place of the check where providers are added by name alone. */
  addByName: React.ReactNode
}

// The first step: the kind of change and the list, from look-ups, typing, pasting or a file.
function ListStep({
  box,
  worker,
  most,
  mode,
  onMode,
  chosen,
  onChosen,
  onRoster,
  isClosed,
  onCheck,
  addByName,
}: ListStepProps) {
  const [text, setText] = useState('')
  const [longList, setLongList] = useState<LongList>()
  const [refused, setRefused] = useState<string>()

  // Reading a list takes a moment; by then the person may have taken another one, or none.
  const newest = useRef<LongList>(undefined)
  const show = (next: LongList | undefined) => {
    newest.current = next
    setLongList(next)
  }
  const read = async (name: string, source: string | File, column?: number) => {
    setRefused(undefined)
    const reading = { name, source, summary: undefined }
    show(reading)
    const summary = await worker
      .run((change) =>
        typeof source === 'string'
          ? change.takeText(source, column)
          : change.takeFile(source, column),
      )
      // A file that was moved, or that another program holds, cannot be read.
      .catch(() => undefined)
    if (newest.current !== reading) return
    if (!summary) {
      show(undefined)
      return setRefused(`${name}: couldn’t read this file. Nothing was sent.`)
    }
    if (summary.refused === undefined) return show({ name, source, summary })
    show(undefined)
    setRefused(`${name}: ${summary.refused} Nothing was sent.`)
  }
  const drop = () => {
    show(undefined)
    void worker.run((change) => change.clearText()).catch(() => undefined)
  }
  const check = async () => {
    setRefused(undefined)
    if (!longList) {
      if (text.trim() === '' && chosen.length === 0)
        return setRefused('Choose a provider, paste a list or choose a file first.')
      const summary = await worker
        .run(async (change) =>
          text.trim() === '' ? change.clearText().then(() => undefined) : change.takeText(text),
        )
        .catch(() => ({ refused: workerEnded }))
      if (summary?.refused !== undefined) return setRefused(`${summary.refused} Nothing was sent.`)
    }
    onCheck()
  }
  const isReading = longList !== undefined && longList.summary === undefined
  const isByName = mode === 'add' && chosen.length > 0 && !longList && text.trim() === ''
  return (
    <div className="flex flex-col gap-4">
      <fieldset disabled={isClosed} className="contents">
        <fieldset className="flex flex-wrap gap-x-5 gap-y-1.5">
          <legend className="sr-only">Change</legend>
          {(Object.keys(modeWords) as RosterMode[]).map((each) => (
            <label key={each} className="inline-flex items-center gap-2 text-sm">
              <input
                type="radio"
                name="roster_change"
                value={each}
                checked={mode === each}
                onChange={() => onMode(each)}
                className="accent-(--accent)"
              />
              {modeWords[each].title}
            </label>
          ))}
        </fieldset>
        <div>
          <div className="flex items-center gap-2">
            <p className="text-xs font-medium text-ink-2">By name</p>
            <FindButton
              kind="provider"
              what="a provider for the list"
              byHand="Paste the provider ID instead."
              among="rendering"
              isChosen={({ organization_provider_id }) =>
                chosen.some(({ id }) => id === organization_provider_id)
              }
              onChoose={(provider) => onChosen((now) => withOrWithout(now, toRosterRow(provider)))}
            />
          </div>
          <ChosenProviders
            chosen={chosen}
            // An addition skips providers of the roster, so mark them.
            onRoster={mode === 'add' ? onRoster : undefined}
            onRemove={(id) => onChosen((now) => now.filter((one) => one.id !== id))}
          />
        </div>
        {longList ? (
          <LongListCard
            list={longList}
            onColumn={(column) => void read(longList.name, longList.source, column)}
            onDrop={drop}
          />
        ) : (
          <PasteList
            box={box}
            text={text}
            most={most}
            onText={setText}
            onLongList={(name, source) => void read(name, source)}
          />
        )}
      </fieldset>
      {refused !== undefined && (
        <p
          role="alert"
          className="rounded-control border border-red bg-red-tint px-3 py-2 text-sm text-ink"
        >
          {refused}
        </p>
      )}
      {isByName ? (
        addByName
      ) : (
        <div className="flex justify-end">
          <Button tone="primary" disabled={isReading} onClick={() => void check()}>
            Check the list
          </Button>
        </div>
      )}
    </div>
  )
}

// A second choice of the same provider takes the choice back.
function withOrWithout(chosen: readonly RosterRow[], provider: RosterRow): readonly RosterRow[] {
  const others = chosen.filter(({ id }) => id !== provider.id)
  return others.length < chosen.length ? others : [...chosen, provider]
}

const shownChosen = 20

function ChosenProviders({
  chosen,
  onRoster,
  onRemove,
}: {
  chosen: readonly RosterRow[]
  onRoster: ReadonlySet<string> | undefined
  onRemove: (id: string) => void
}) {
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Chosen providers" className="mt-1.5 flex flex-wrap gap-1.5">
      {chosen.slice(0, shownChosen).map(({ id, name, npi }) => (
        <li
          key={id}
          className="inline-flex h-6.5 max-w-full items-center gap-1.5 rounded-full border border-line bg-sunk pr-0.5 pl-2.5 text-xs"
        >
          <span className="truncate">{name ?? 'No name'}</span>
          <span className="font-mono text-ink-2">{npi}</span>
          {onRoster?.has(id.toLowerCase()) && <span className="text-ink-2">Already there</span>}
          <IconButton
            size="small"
            label={`Take ${name ?? id} off the list`}
            icon={<X aria-hidden="true" className="size-3" />}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
      {chosen.length > shownChosen && (
        <li className="self-center text-xs text-ink-2">
          and {countOf(chosen.length - shownChosen, providerNoun)} more
        </li>
      )}
    </ul>
  )
}
