'use client'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'

const JsonView = onDemand(() => import('./json-view.tsx').then((module) => module.JsonView))

/** Opens the whole record as JSON: what would be sent, what that changes, and a way to edit it. */
export function JsonButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
        <Braces aria-hidden="true" className="size-3.5" /> Record as JSON
      </Button>
      {isOpen && <JsonView onClose={() => setOpen(false)} />}
    </>
  )
}
