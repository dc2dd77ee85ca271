import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type ChipProps = {
  label: ReactNode
  value: ReactNode
  /** `first` is the dashed, accented chip of a "show first" order; `plain` is a filter. */
  kind?: 'plain' | 'first'
  /** The button that edits the chip; without it the chip is only shown. */
  onEdit?: (opener: HTMLElement) => void
  onRemove?: () => void
  /** Names the filter for the button that removes it: "Status". */
  name: string
}

/** A filter chip with label and value. A press edits the filter; the cross removes it. */
export function Chip({ label, value, kind = 'plain', onEdit, onRemove, name }: ChipProps) {
  const first = kind === 'first'
  const edge = first ? 'border-dashed border-accent' : 'border-line-strong'
  const body = (
    <>
      <span
        className={classNames(
          'shrink-0 border-r border-line px-2',
          first ? 'text-accent' : 'text-ink-2',
        )}
      >
        {label}
      </span>
      <span className="truncate px-2 font-semibold text-ink">{value}</span>
    </>
  )
  return (
    <span
      className={classNames(
        'inline-flex h-7 max-w-120 items-stretch max-sm:h-11 max-sm:max-w-full max-sm:leading-10.5! rounded-control border bg-panel text-sm leading-6.5',
        edge,
      )}
    >
      {onEdit ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => onEdit(event.currentTarget)}
          className="flex min-w-0 rounded-l-control hover:bg-hover"
        >
          <span className="sr-only">Edit filter: </span>
          {body}
        </button>
      ) : (
        <span className="flex min-w-0">{body}</span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove filter: ${name}`}
          onClick={onRemove}
          className="flex w-6.5 shrink-0 max-sm:w-11 items-center justify-center rounded-r-control border-l border-line text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden="true" className="size-3" />
        </button>
      )}
    </span>
  )
}
