'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cancelJob, pauseJob, resumeJob, retryJobItems } from '#lib/actions/jobs.ts'
import type { JobLine } from '#lib/actions/jobs/verbs.ts'
import { askAct } from '#lib/queries/use-act.ts'
import { failedOf, isHalfDone } from './job-words.tsx'

const verbs = {
  pause: { label: 'Pause', name: 'pauseJob', act: pauseJob },
  resume: { label: 'Resume', name: 'resumeJob', act: resumeJob },
  cancel: { label: 'Stop', name: 'cancelJob', act: cancelJob },
  retry: { label: 'Retry failed', name: 'retryJobItems', act: retryJobItems },
} as const
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
    const { name, act } = verbs[verb]
    await askAct(client, name, act, { id: job.id })
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
