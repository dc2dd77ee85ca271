'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { applyLook } from './apply-look.ts'
import { openOverlay } from './overlay-store.ts'
import { commandsFor } from './palette-commands.ts'
import { signOut } from './sign-out.ts'

/** Type to go somewhere, to open a record by its id, or to do something; arrows choose, Enter goes. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const commands = commandsFor(typed, { go: (href) => router.push(href), look: applyLook, help: () => openOverlay('help'), signOut })
  const current = Math.min(chosen, commands.length - 1)

  const run = (place: number) => {
    const command = commands[place]
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && commands.length > 0) {
      event.preventDefault()
      setChosen((current + step + commands.length) % commands.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(current)
    }
  }

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          initialFocus={input}
          className="fixed top-[14dvh] left-1/2 z-50 w-140 max-w-[calc(100vw-2rem)] -translate-x-1/2 overflow-hidden rounded-card bg-raised text-ink shadow-float outline-none"
        >
          <Base.Title className="sr-only">Search and go to</Base.Title>
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
            <input
              ref={input}
              role="combobox"
              aria-label="Search and go to"
              aria-expanded="true"
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={commands.length > 0 ? `${listId}-${current}` : undefined}
              placeholder="Go to a page, or paste an id"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setChosen(0)
              }}
              onKeyDown={onKeyDown}
              className="h-12 w-full bg-transparent text-base outline-none"
            />
            <Kbd keys="Esc" />
          </div>
          {/* The choice is moved from the box above by aria-activedescendant, so the options take no focus of their own. */}
          <div id={listId} role="listbox" aria-label="What matches" className="max-h-[50dvh] overflow-y-auto p-1.5">
            {commands.map((command, place) => (
              <div
                key={command.label}
                id={`${listId}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === current}
                onPointerMove={() => setChosen(place)}
                onClick={() => run(place)}
                onKeyDown={onKeyDown}
                className={classNames('flex h-9 items-center gap-3 rounded-control px-2.5 text-sm', place === current && 'bg-hover')}
              >
                <span className="min-w-0 truncate">{command.label}</span>
                <span className="ml-auto shrink-0 text-xs text-ink-3">{command.keys ? <Kbd keys={command.keys} /> : command.kind}</span>
              </div>
            ))}
          </div>
          {commands.length === 0 && <p className="px-4 pt-2 pb-6 text-center text-sm text-ink-2">Nothing matches “{typed}”.</p>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
