'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { SearchDialog, SearchDialogClose } from '#components/ui/search-dialog.tsx'
import { SearchList } from '#components/ui/search-list.tsx'
import { chooseLook } from '#components/frame/look/apply-look.ts'
import { openOverlay } from '#components/frame/overlay-store.ts'
import { commandsFor, type Command, type Destination, type Making } from './palette-commands.ts'
import { signOut } from '#components/frame/account/sign-out.ts'

/**
 * The command palette: type to find a page, a record by its id, or an action; arrows choose, Enter
 * runs.
 */
export function CommandPalette({
  places,
  creations,
  onClose,
}: {
  places: readonly Destination[]
  creations: readonly Making[]
  onClose: () => void
}) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const commands = commandsFor(
    typed,
    { places, creations },
    { go: (href) => router.push(href), look: chooseLook, help: () => openOverlay('help'), signOut },
  )
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <SearchDialog title="Search and go to" hideTitle input={input} onClose={onClose}>
      <SearchList
        label="Search and go to"
        placeholder="Go to a page, or paste an ID"
        listLabel="Commands"
        look="bar"
        lines={commands}
        typed={typed}
        onTyped={setTyped}
        keyOf={(command) => command.label}
        onPick={run}
        input={input}
        end={<SearchDialogClose />}
        status={commands.length === 0 && `Nothing matches “${typed}”.`}
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
