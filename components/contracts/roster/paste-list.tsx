import { useId, type RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FileButton } from '#components/ui/file-button.tsx'
import { Select } from '#components/ui/select.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { longestInBox, Textarea } from '#components/ui/textarea.tsx'
import type { ListSummary } from '#lib/rules/roster/roster-change.ts'

type PasteListProps = {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  /** The most providers that one change takes. */
  most: number
  onText: (text: string) => void
  onLongList: (name: string, source: string | File) => void
}

/**
 * A box to type or paste a list, with a file picker. `onLongList` gets a file, or a paste that is
 * too long for the box.
 */
export function PasteList({ box, text, most, onText, onLongList }: PasteListProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-ink-2">
        Provider IDs or NPIs
      </label>
      <Textarea
        ref={box}
        id={id}
        name="rendering_provider_ids"
        rows={5}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (text.length + pasted.length <= longestInBox) return
          event.preventDefault()
          const { selectionStart, selectionEnd } = event.currentTarget
          onLongList(
            'Pasted list',
            text.slice(0, selectionStart) + pasted + text.slice(selectionEnd),
          )
        }}
        spellCheck={false}
        className="font-mono text-xs!"
        aria-describedby={`${id}-hint`}
      />
      <div className="flex flex-wrap items-center gap-3">
        <p id={`${id}-hint`} className="text-xs text-ink-2">
          One per line or separated by commas, or paste a whole table.{' '}
          {most.toLocaleString('en-US')} at most.
        </p>
        <FileButton
          name="roster_file"
          size="small"
          className="ml-auto"
          onFile={(file) => onLongList(file.name, file)}
        >
          Pick a CSV file
        </FileButton>
      </div>
    </div>
  )
}

/** A file, or a list that is too long for a text box; `summary` comes when it was read. */
export type LongList = { name: string; source: string | File; summary: ListSummary | undefined }

/**
 * Shows a long list by its name, the number of its values, and the column they are from where the
 * person can choose.
 */
export function LongListCard({
  list,
  onColumn,
  onDrop,
}: {
  list: LongList
  onColumn: (column: number) => void
  onDrop: () => void
}) {
  const id = useId()
  const { name, summary } = list
  const columns = summary?.refused === undefined ? (summary?.columns ?? []) : []
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunk px-3 py-2.5 text-sm">
      <p role="status" className="flex min-w-0 grow items-center gap-2">
        {summary === undefined && <Spinner />}
        <span className="truncate font-medium">{name}</span>
        <span className="shrink-0 text-ink-2">
          {summary?.refused === undefined &&
            (summary ? `${summary.read.toLocaleString('en-US')} values` : 'is loading')}
        </span>
      </p>
      {columns.length > 1 && summary?.refused === undefined && (
        <div className="flex items-center gap-2 text-xs text-ink-2">
          <label htmlFor={id}>Column</label>
          <span className="w-56">
            <Select
              id={id}
              name="roster_column"
              value={summary?.column}
              onChange={(event) => onColumn(Number(event.target.value))}
            >
              {columns.map(({ place, name: title, holds, count }) => (
                <option key={place} value={place}>
                  {title}: {count.toLocaleString('en-US')} {holds}
                </option>
              ))}
            </Select>
          </span>
        </div>
      )}
      <Button size="small" onClick={onDrop}>
        Use another list
      </Button>
    </div>
  )
}
