'use client'
import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { FindPanel } from './find-panel.tsx'
import type { Among, Found, LookUpKind } from './look-up-kinds.ts'

type FindRecordProps<K extends LookUpKind> = {
  kind: K
  /** What is looked for: "Find the rendering provider". */
  title: string
  /** What to do where the key may not look up: "Type the NPI in its field." */
  byHand: string
  among?: Among | undefined
  onChoose: (item: Found[K]) => void
  onClose: () => void
}

/** Type a part of a name, arrows to move, Enter to choose, Escape to leave. Load it with `onDemand`. */
export function FindRecord<K extends LookUpKind>({
  kind,
  title,
  byHand,
  among,
  onChoose,
  onClose,
}: FindRecordProps<K>) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (item: Found[K]) => {
    onClose()
    onChoose(item)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          initialFocus={input}
          className="fixed top-[12dvh] left-1/2 z-50 flex max-h-[76dvh] w-150 max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-card bg-raised text-ink shadow-float outline-none"
        >
          <Dialog.Title className="px-4 pt-3 text-xs font-medium text-ink-2">{title}</Dialog.Title>
          <FindPanel
            kind={kind}
            byHand={byHand}
            among={among}
            input={input}
            end={
              <Dialog.Close className="rounded-sm" aria-label="Esc: close">
                <Kbd keys="Esc" />
              </Dialog.Close>
            }
            onChoose={choose}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
