'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { showFailure } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { reportSessionEnd } from './account/session-store.ts'
import { saveTable, tableFormats, type TableFormat } from './save-table.ts'

type Job = { id: string; title: string }

/**
 * Downloads the file of an export that is done, as CSV or for Excel. Only the person who started it
 * gets it.
 */
export function ExportDownload({ job }: { job: Job }) {
  const name = job.title.replace('Export of ', '').replaceAll(' ', '-')
  return <Downloads path="/api/exports" name={name} id={job.id} />
}

/** Downloads every record of a job with how it ended, as CSV or for Excel. */
export function ResultsDownload({ job: { id, title } }: { job: Job }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
      Results
      <Downloads path="/api/jobs" name="job-results" id={id} of={` results: ${title}`} />
    </span>
  )
}

type DownloadsProps = {
  /** The route that makes the file of the job `id`. */
  path: string
  name: string
  id: string
  /** What the buttons' names end with. */
  of?: string
}

function Downloads({ path, name, id, of = '' }: DownloadsProps) {
  const [busy, setBusy] = useState<TableFormat>()
  const download = async (format: TableFormat) => {
    setBusy(format)
    const failure = await saveTable(path, name, { id, format }, format).catch(failureOf)
    setBusy(undefined)
    if (!failure || reportSessionEnd(failure)) return
    showFailure(failure, 'The file wasn’t downloaded.')
  }
  return (
    <span className="inline-flex shrink-0 gap-1.5">
      {tableFormats.map(([format, word]) => (
        <Button
          key={format}
          size="small"
          busy={busy === format}
          aria-label={`Download ${word}${of}`}
          onClick={() => void download(format)}
        >
          {word}
        </Button>
      ))}
    </span>
  )
}
