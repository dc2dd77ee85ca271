import type { CDPSession, Page } from '@playwright/test'

// The work of a page's main thread as the browser reports it: processor time if other programs must
// not count, clock time if a person waits.

/** A session that reports the work of the page's main thread. */
export async function openMeter(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** The work of the page's main thread so far, in ms of processor time. */
export async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
}

/**
 * One event of a trace, as the browser writes it; `dur` and `tdur` are microseconds of the clock
 * and of processor time.
 */
export type TraceEvent = {
  name: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** The trace of these categories while the work runs. Tracing itself costs the main thread time. */
export async function traced(
  session: CDPSession,
  includedCategories: string[],
  work: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  // The protocol types a trace event as an object of anything.
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', { traceConfig: { includedCategories } })
  await work()
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  session.off('Tracing.dataCollected', collect)
  return events
}

/** The duration of an event, in ms of processor time if known. */
export function spentIn({ tdur, dur }: TraceEvent): number {
  return (tdur ?? dur ?? 0) / 1_000
}

/** The longest task of the page's main thread while the work runs, in ms of processor time. */
export async function longestTaskOf(
  session: CDPSession,
  work: () => Promise<unknown>,
): Promise<number> {
  const events = await traced(session, ['toplevel', '__metadata'], work)
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return Math.max(
    0,
    ...events
      .filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
      .map(spentIn),
  )
}

/** A page with watched tasks: the longest since it was last set to 0, in ms of the clock. */
export type Watched = { longestTask: number }

/**
 * Runs in the page: stores the longest task on the window, as `Watched`. Browsers do not report
 * tasks below 50 ms.
 */
export function watchTasks(): void {
  const target = window as unknown as Watched
  target.longestTask = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      target.longestTask = Math.max(target.longestTask, entry.duration)
  }).observe({ type: 'longtask', buffered: true })
}
