'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { reportSessionEnd } from './account/session-store.ts'
import { saveCsv } from './save-csv.ts'

/** Downloads the file of an export that is done. Only the person who started it gets it. */
export function ExportDownload({ job }: { job: { id: string; title: string } }) {
  const [busy, setBusy] = useState(false)
  const name = job.title.replace('Export of ', '').replaceAll(' ', '-')
  const download = async () => {
    setBusy(true)
    const failure = await saveCsv('/api/exports', name, { id: job.id }).catch(failureOf)
    setBusy(false)
    if (!failure || reportSessionEnd(failure)) return
    showToast({ tone: 'red', message: `The file wasn’t downloaded. ${failure.message}` })
  }
  return (
    <Button size="small" busy={busy} onClick={() => void download()}>
      Download
    </Button>
  )
}
