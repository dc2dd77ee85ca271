'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { middleTruncate } from './middle-truncate.ts'
import { showToast } from './toast.tsx'

type CopyIdProps = {
  id: string
  /** The name of the id in the button's label and in the message: "charge capture ID". */
  label: string
  /** The number of visible characters. The tooltip and the copied text have the whole id. */
  length?: number
  className?: string
}

/** An id in a monospaced font, shortened in its middle, and a button that copies the whole id. */
export function CopyId({ id, label, length = 13, className }: CopyIdProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      setCopied(true)
    } catch {
      // A browser policy can forbid the clipboard. The message shows the whole id, so that the
      // person can select and copy it.
      showToast({ tone: 'amber', message: `The browser blocked copying. The ${label} is ${id}` })
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <span className={classNames('inline-flex max-w-full items-center gap-1', className)}>
      <span title={id} className="truncate font-mono text-xs">
        {middleTruncate(id, length)}
      </span>
      <button
        type="button"
        onClick={copy}
        aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
        className="-my-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-3" />
      </button>
    </span>
  )
}
