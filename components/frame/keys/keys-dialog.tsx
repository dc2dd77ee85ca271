'use client'
import { useState } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { activeKeys, writtenKeys } from './keys.ts'

const pageGroup = 'This page'

/** The list of keys of the current page, the page's own keys first. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  // Read once when the dialog opens: the page below does not change while it is open.
  const [bindings] = useState(activeKeys)
  const groups = Object.entries(Object.groupBy(bindings, (binding) => binding.group ?? pageGroup))
  const ordered = [
    ...groups.filter(([name]) => name === pageGroup),
    ...groups.filter(([name]) => name !== pageGroup),
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Keys"
      description="Single-key shortcuts are off while you type in a field."
      width="wide"
    >
      <div className="gap-x-10 sm:columns-2">
        {ordered.map(([name, members = []]) => (
          <KeyGroup key={name} name={name} members={members} />
        ))}
      </div>
    </Dialog>
  )
}

function KeyGroup({ name, members }: { name: string; members: ReturnType<typeof activeKeys> }) {
  return (
    <section aria-label={name} className="mb-5 break-inside-avoid">
      <h3 className="mb-1 text-xs font-medium text-ink-3">{name}</h3>
      <dl>
        {members.map((binding) => (
          <div
            key={binding.keys}
            className="flex min-h-8 items-center justify-between gap-3 border-b border-line last:border-0"
          >
            <dt className="text-sm">
              {binding.label}
              {binding.whyNot && <span className="ml-2 text-xs text-ink-3">{binding.whyNot}</span>}
            </dt>
            <dd className="shrink-0">
              <Kbd keys={writtenKeys(binding.keys)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
