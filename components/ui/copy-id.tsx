'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { middleTruncate } from './middle-truncate.ts'
import { showToast } from './toast.tsx'

type CopyIdProps = {
  id: string
  /** What the id names, for the button: "charge capture ID". */
  label: string
  /** The number of visible characters; the hover text and the copied text have the whole id. */
  length?: number
  className?: string
}

/** An id in a monospaced font without its middle, with a button that copies the whole id. */
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
      // A policy can forbid the clipboard: show the whole id, so that it can be selected by hand.
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
        className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-3" />
      </button>
    </span>
  )
}
