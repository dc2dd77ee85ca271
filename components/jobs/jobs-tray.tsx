'use client'
import { startedJobs } from '#components/frame/started-jobs.ts'
import { useStore } from '#components/frame/use-store.ts'
import { onDemand } from '#components/ui/on-demand.tsx'

const Tray = onDemand(() => import('./tray.tsx').then((module) => module.Tray), { isPart: true })

/** The person's own jobs in the strip of every page. Its code is fetched once there is one. */
export function JobsTray({ hasJobs }: { hasJobs: boolean }) {
  const started = useStore(startedJobs)
  return hasJobs || started > 0 ? <Tray started={started} /> : null
}
