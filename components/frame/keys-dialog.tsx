'use client'
import { useState } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { activeKeys } from './keys.ts'

/** The list of keys that work on this page right now. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  // Read once, on opening: the page under the dialog does not change meanwhile.
  const [bindings] = useState(activeKeys)
  const groups = Map.groupBy(bindings, (binding) => binding.group ?? 'This page')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keys" description="None of them fires while you type in a field.">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {[...groups].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-xs font-medium text-ink-3">{group}</h3>
            <dl>
              {members.map((binding) => (
                <div key={binding.keys} className="flex min-h-8 items-center justify-between gap-3 border-b border-line last:border-0">
                  <dt className="text-sm">{binding.label}</dt>
                  <dd className="shrink-0">
                    <Kbd keys={binding.keys.replace('Mod+', 'Ctrl ').replace('Shift+', 'Shift ').replace('Enter', '↵')} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
