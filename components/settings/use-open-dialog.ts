'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { showToast } from '#components/ui/toast.tsx'

/**
 * The dialog that is open on a settings page. `done` is what follows when something is changed: the
 * dialog closes, a message says so, and the page is read anew.
 */
export function useOpenDialog<Open>() {
  const router = useRouter()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const done = (message: string) => {
    close()
    showToast({ tone: 'green', message })
    router.refresh()
  }
  return { open, setOpen, close, done }
}
