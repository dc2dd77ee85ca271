import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/select.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { ListSummary } from '#lib/rules/roster/roster-desk.ts'

/** A list that is too long for a text box, or a file: the desk has it, the page only says what it is. */
export type Held = { name: string; source: string | File; summary: ListSummary | undefined }

/** A list that the desk has: how many values it holds, and of which column where there was a choice. */
export function HeldList({
  held,
  onColumn,
  onDrop,
}: {
  held: Held
  onColumn: (column: number) => void
  onDrop: () => void
}) {
  const id = useId()
  const { name, summary } = held
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
