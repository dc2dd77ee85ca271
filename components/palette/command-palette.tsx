'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { SearchDialog, SearchDialogClose } from '#components/ui/search-dialog.tsx'
import { SearchList } from '#components/ui/search-list.tsx'
import { chooseLook } from '#components/frame/look/apply-look.ts'
import { openOverlay } from '#components/frame/overlay-store.ts'
import { creations } from '#components/frame/creations.ts'
import { places } from '#components/frame/places.ts'
import { commandsFor, type Command } from './palette-commands.ts'
import { signOut } from '#components/frame/account/sign-out.ts'
import { useFound } from './use-found.ts'

/**
 * The command palette: type to find a page, an action, a patient, a charge capture, a payer or a
 * provider; arrows choose, Enter runs.
 */
export function CommandPalette({
  tasks,
  onClose,
}: {
  tasks: readonly string[]
  onClose: () => void
}) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const open = useMemo(() => places.filter(({ task }) => tasks.includes(task)), [tasks])
  const makeable = useMemo(() => creations.filter(({ task }) => tasks.includes(task)), [tasks])
  const go = useCallback((href: string) => router.push(href), [router])
  const commands = useMemo(
    () =>
      commandsFor(
        typed,
        { places: open, creations: makeable },
        { go, look: chooseLook, help: () => openOverlay('help'), signOut },
      ),
    [typed, open, makeable, go],
  )
  const { found, isBusy } = useFound(typed, open, go)
  const lines = useMemo(() => [...commands, ...found], [commands, found])
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <SearchDialog title="Search and go to" hideTitle input={input} onClose={onClose}>
      <SearchList
        label="Search and go to"
        placeholder="Find a patient, record, payer, provider or page"
        listLabel="Commands"
        look="bar"
        lines={lines}
        isBusy={isBusy}
        typed={typed}
        onTyped={setTyped}
        keyOf={(command) => `${command.kind} ${command.label}`}
        onPick={run}
        input={input}
        end={<SearchDialogClose />}
        status={lines.length === 0 && (isBusy ? 'Searching…' : `Nothing matches “${typed}”.`)}
      >
        {(command) => (
          <>
            <span className="min-w-0 truncate">{command.label}</span>
            <span className="ml-auto shrink-0 text-xs text-ink-3">
              {command.keys ? <Kbd keys={command.keys} /> : command.kind}
            </span>
          </>
        )}
      </SearchList>
    </SearchDialog>
  )
}
