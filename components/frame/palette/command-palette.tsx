'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { chooseLook } from '#components/frame/look/apply-look.ts'
import { openOverlay } from '#components/frame/overlay-store.ts'
import { commandsFor, type Command, type Destination, type Making } from './palette-commands.ts'
import { signOut } from '#components/frame/account/sign-out.ts'

/** Type to go somewhere, to open a record by its id, or to do something; arrows choose, Enter goes. */
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
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          initialFocus={input}
          aria-label="Search and go to"
          className="fixed top-[14dvh] left-1/2 z-50 w-140 max-w-[calc(100vw-2rem)] -translate-x-1/2 overflow-hidden rounded-card bg-raised text-ink shadow-float outline-none"
        >
          {/* What the text means is worked out above, so the list shows every line that it is given. */}
          <Autocomplete.Root
            open
            inline
            items={commands}
            filter={null}
            autoHighlight="always"
            keepHighlight
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={(command) => command.label}
          >
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <Autocomplete.Input
                ref={input}
                aria-label="Search and go to"
                placeholder="Go to a page, or paste an id"
                spellCheck={false}
                className="h-12 w-full bg-transparent text-base outline-none"
              />
              <Dialog.Close className="rounded-sm" aria-label="Esc: close">
                <Kbd keys="Esc" />
              </Dialog.Close>
            </div>
            <Autocomplete.Empty>
              <p className="px-4 py-6 text-center text-sm text-ink-2 empty:hidden">Nothing matches “{typed}”.</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="max-h-[50dvh] overflow-y-auto p-1.5 empty:hidden">
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.label}
                  value={command}
                  onClick={() => run(command)}
                  className="flex h-9 cursor-default items-center gap-3 rounded-control px-2.5 text-sm select-none data-highlighted:bg-hover"
                >
                  <span className="min-w-0 truncate">{command.label}</span>
                  <span className="ml-auto shrink-0 text-xs text-ink-3">
                    {command.keys ? <Kbd keys={command.keys} /> : command.kind}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
