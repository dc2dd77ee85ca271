'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf } from '#components/frame/answer.ts'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { cancelJob, pauseJob, resumeJob, retryJobItems } from '#lib/actions/jobs.ts'
import type { JobLine } from '#lib/actions/replies.ts'
import { bulkFixesKey } from '#lib/queries/bulk-fixes.ts'
import { failedOf, isHalfDone } from './job-words.tsx'

const verbs = {
  pause: { label: 'Pause', act: pauseJob },
  resume: { label: 'Resume', act: resumeJob },
  cancel: { label: 'Stop', act: cancelJob },
  retry: { label: 'Retry failed', act: retryJobItems },
}
type Verb = keyof typeof verbs

function verbsOf(job: JobLine): Verb[] {
  const isPaused = job.waits_for === 'person'
  const can: Record<Verb, boolean> = {
    pause: job.is_open && !isPaused,
    resume: isPaused || isHalfDone(job),
    cancel: job.is_open,
    retry: failedOf(job) > 0 && !job.is_open && job.state !== 'cancelled',
  }
  return (Object.keys(verbs) as Verb[]).filter((verb) => can[verb])
}

/** Buttons for what a person may do with a job now: pause, resume, cancel, retry what failed. */
export function JobControls({ job }: { job: JobLine }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Verb>()
  const ask = async (verb: Verb) => {
    setBusy(verb)
    const result = await answerOf(verbs[verb].act({ id: job.id }))
    if (!result.ok) showToast({ tone: 'red', message: result.error.message })
    await client.invalidateQueries({ queryKey: ['readJobs'] })
    await client.invalidateQueries({ queryKey: ['readJobItems', { id: job.id }] })
    // The page of a fix may be open under the tray.
    void client.invalidateQueries({ queryKey: bulkFixesKey })
    setBusy(undefined)
  }
  return verbsOf(job).map((verb) => (
    <Button
      key={verb}
      size="small"
      busy={busy === verb}
      aria-label={`${verbs[verb].label}: ${job.title}`}
      onClick={() => void ask(verb)}
    >
      {verbs[verb].label}
    </Button>
  ))
}
