'use client'
import { X } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { FindButton } from '#components/look-ups/find-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { type RosterRow, toRosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { HeldList, type Held } from './held-list.tsx'
import { ListSource } from './list-source.tsx'
import { toListed, type Desk } from './open-desk.ts'
import { modeWords } from './roster-words.ts'

type ListStepProps = {
  box: RefObject<HTMLTextAreaElement | null>
  desk: Desk
  mode: RosterMode
  onMode: (mode: RosterMode) => void
  chosen: readonly RosterRow[]
  onCheck: () => void
}

const shownChosen = 20

/** The first step: what is to be done, and the list, from look-ups, typing, pasting or a file. */
export function ListStep({ box, desk, mode, onMode, chosen: chosenAtFirst, onCheck }: ListStepProps) {
  const [chosen, setChosen] = useState(chosenAtFirst)
  const [text, setText] = useState('')
  const [held, setHeld] = useState<Held>()
  const [refused, setRefused] = useState<string>()
  useEffect(() => void desk.choose(chosen.map(toListed)), [desk, chosen])

  // A list is read for a moment; by then the person may have taken another, or none.
  const newest = useRef<Held>(undefined)
  const show = (next: Held | undefined) => {
    newest.current = next
    setHeld(next)
  }
  const hold = async (name: string, source: string | File, column?: number) => {
    setRefused(undefined)
    const reading = { name, source, summary: undefined }
    show(reading)
    const taken = typeof source === 'string' ? desk.takeText(source, column) : desk.takeFile(source, column)
    // A file that was moved, or that another program holds, cannot be read.
    const summary = await taken.catch(() => undefined)
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
    void desk.clearText()
  }
  const check = async () => {
    setRefused(undefined)
    if (!held) {
      if (text.trim() === '' && chosen.length === 0)
        return setRefused('Choose a provider, paste a list or choose a file first.')
      const summary = text.trim() === '' ? await desk.clearText() : await desk.takeText(text)
      if (summary?.refused !== undefined) return setRefused(`${summary.refused} Nothing was sent.`)
    }
    onCheck()
  }
  const isReading = held !== undefined && held.summary === undefined
  return (
    <div className="flex flex-col gap-4">
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
            onChoose={(provider) =>
              setChosen((now) => [
                ...now.filter(({ id }) => id !== provider.organization_provider_id),
                toRosterRow(provider),
              ])
            }
          />
        </div>
        {chosen.length > 0 && (
          <ul aria-label="Chosen providers" className="mt-1.5 flex flex-wrap gap-1.5">
            {chosen.slice(0, shownChosen).map(({ id, name, npi }) => (
              <li
                key={id}
                className="inline-flex h-6.5 max-w-full items-center gap-1.5 rounded-full border border-line bg-sunk pr-0.5 pl-2.5 text-xs"
              >
                <span className="truncate">{name ?? 'No name'}</span>
                <span className="font-mono text-ink-2">{npi}</span>
                <IconButton
                  size="small"
                  label={`Take ${name ?? id} off the list`}
                  icon={<X aria-hidden="true" className="size-3" />}
                  onClick={() => setChosen((now) => now.filter((one) => one.id !== id))}
                />
              </li>
            ))}
            {chosen.length > shownChosen && (
              <li className="self-center text-xs text-ink-2">
                and {countOf(chosen.length - shownChosen, providerNoun)} more
              </li>
            )}
          </ul>
        )}
      </div>
      {held ? (
        <HeldList held={held} onColumn={(column) => void hold(held.name, held.source, column)} onDrop={drop} />
      ) : (
        <ListSource box={box} text={text} onText={setText} onHold={(name, source) => void hold(name, source)} />
      )}
      {refused !== undefined && (
        <p role="alert" className="rounded-control border border-red bg-red-tint px-3 py-2 text-sm text-ink">
          {refused}
        </p>
      )}
      <div className="flex justify-end">
        <Button tone="primary" disabled={isReading} onClick={() => void check()}>
          Check the list
        </Button>
      </div>
    </div>
  )
}
