'use client'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { ExportDownload } from '#components/frame/export-download.tsx'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { progressWords } from '#components/ui/progress-bar.tsx'
import { exportList } from '#lib/actions/exports.ts'
import type { Job } from '#lib/actions/jobs/verbs.ts'
import { fileColumns, type FileColumn } from '#lib/lists/columns.ts'
import { columnsOfList } from '#lib/lists/columns/columns-of-list.ts'
import { exportListOf, type ExportRequest } from '#lib/lists/export-request.ts'
import { exportsQuery } from '#lib/queries/exports.ts'
import { useAct } from '#lib/queries/use-act.ts'

type ExportProps = {
  request: ExportRequest
  /** The ids of the columns on screen, in their order. */
  shown: readonly string[]
  /** The name of the saved view that the list shows as it was saved. */
  view?: string | undefined
  onClose: () => void
}

/**
 * Asks which columns a list's file has, and starts its export; columns with patient data are off
 * until they are chosen. Above it, the person's files.
 */
export function ExportDialog({ request, shown, view, onClose }: ExportProps) {
  const form = useId()
  const { ask, busy } = useAct('startExport', exportList, { tells: false })
  const [problem, setProblem] = useState<string>()
  const columns = inOrder(fileColumns(columnsOfList[exportListOf(request)]), shown)
  const start = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const chosen = new FormData(event.currentTarget)
    const ids = columns.map(({ id }) => id).filter((id) => chosen.has(id))
    const result = await ask({ request, columns: ids, ...(view !== undefined && { view }) })
    setProblem(result.ok ? undefined : (result.error.issues[0]?.message ?? result.error.message))
    if (result.ok) noteJobStarted()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export CSV or Excel"
      description="Every row of this view. You can close this while it runs."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" form={form} tone="primary" busy={busy}>
            {busy ? 'Starting…' : 'Start export'}
          </Button>
        </>
      }
    >
      <Files />
      <form
        id={form}
        method="post"
        onSubmit={(event) => void start(event)}
        className="flex flex-col gap-4"
      >
        <Choices legend="Columns" columns={columns.filter(({ isPhi }) => !isPhi)} shown={shown} />
        <Choices
          legend="Patient data"
          hint="Off unless you choose it. Store the file only where patient data may be stored."
          columns={columns.filter(({ isPhi }) => isPhi)}
          shown={[]}
        />
      </form>
      <p role="alert" className="text-sm text-red not-empty:mt-3">
        {problem}
      </p>
    </Dialog>
  )
}

type ChoicesProps = {
  legend: string
  hint?: string
  columns: readonly FileColumn[]
  shown: readonly string[]
}

function Choices({ legend, hint, columns, shown }: ChoicesProps) {
  const id = useId()
  if (columns.length === 0) return null
  return (
    <fieldset aria-describedby={hint && id}>
      <legend className="pb-2 text-xs font-medium text-ink-2">{legend}</legend>
      {hint && (
        <p id={id} className="-mt-1 pb-2 text-xs text-ink-3">
          {hint}
        </p>
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-2">
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            name={column.id}
            defaultChecked={column.isKey || shown.includes(column.id)}
            disabled={column.isKey}
            title={column.isKey && 'Every file has it.'}
          >
            {column.header}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

function Files() {
  const { data } = useQuery(exportsQuery())
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Your files" className="mb-4 border-b border-line pb-3">
      <h3 className="text-xs font-medium text-ink-2">Your files</h3>
      <p className="pb-1 text-xs text-ink-3">Files are kept for seven days.</p>
      <ul className="max-h-34 overflow-y-auto">
        {data.map((job) => (
          <li
            key={job.id}
            className="flex min-h-9 items-center gap-3 border-b border-line py-1 text-sm last:border-0"
          >
            <span className="min-w-0 grow">
              <span className="block truncate">
                {job.title.replace(/^Export of (.)/, (_, first: string) => first.toUpperCase())}
              </span>
              <span className="block text-xs text-ink-2 tabular-nums">
                {stateWords(job)} · <LocalTime at={job.finished_at ?? job.started_at} />
              </span>
            </span>
            {job.state === 'done' && <ExportDownload job={job} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateWords({ state, progress, failure, is_open }: Job): string {
  if (state === 'failed') return `Failed. ${failure?.message ?? ''}`
  if (state === 'cancelled') return 'Cancelled'
  const rows = `${progress.done.toLocaleString('en-US')} ${progress.done === 1 ? 'row' : 'rows'}`
  if (!is_open) return `${rows}${progress.words.replace('Rows written', '')}`
  return progress.done === 0 ? progressWords(progress) : `${progressWords(progress)}: ${rows}`
}

function inOrder(columns: readonly FileColumn[], shown: readonly string[]): FileColumn[] {
  const place = ({ id }: FileColumn) => (shown.includes(id) ? shown.indexOf(id) : shown.length)
  return columns.toSorted((one, other) => place(one) - place(other))
}
