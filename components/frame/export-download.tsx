'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { reportSessionEnd } from './account/session-store.ts'
import { saveTable, type TableFormat } from './save-table.ts'

const formats = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
] as const

/**
 * Downloads the file of an export that is done, as CSV or for Excel. Only the person who started it
 * gets it.
 */
export function ExportDownload({ job }: { job: { id: string; title: string } }) {
  const [busy, setBusy] = useState<TableFormat>()
  const name = job.title.replace('Export of ', '').replaceAll(' ', '-')
  const download = async (format: TableFormat) => {
    setBusy(format)
    const failure = await saveTable('/api/exports', name, { id: job.id, format }, format).catch(
      failureOf,
    )
    setBusy(undefined)
    if (!failure || reportSessionEnd(failure)) return
    showToast({ tone: 'red', message: `The file wasn’t downloaded. ${failure.message}` })
  }
  return (
    <span className="inline-flex shrink-0 gap-1.5">
      {formats.map(([format, word]) => (
        <Button
          key={format}
          size="small"
          busy={busy === format}
          aria-label={`Download ${word}`}
          onClick={() => void download(format)}
        >
          {word}
        </Button>
      ))}
    </span>
  )
}
