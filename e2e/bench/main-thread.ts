import type { CDPSession, Page } from '@playwright/test'

// What a page's main thread does, told by the browser: by the processor's time where other programs must not count, by
// the clock where a person waits.

/** A session that can be asked how long the page's main thread has worked. */
export async function openMeter(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** How long the page's main thread has worked so far, in ms of the processor. */
export async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
}

/** One event of a trace, as the browser writes it; `dur` and `tdur` are microseconds by the clock and by the processor. */
export type TraceEvent = {
  name: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** What the browser tells of these categories while the work goes on. Tracing costs the main thread time itself. */
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

/** How long an event took, in ms of the processor where that is known. */
export function spentIn({ tdur, dur }: TraceEvent): number {
  return (tdur ?? dur ?? 0) / 1_000
}

/** The longest task of the page's main thread while the work goes on, in ms of the processor. */
export async function longestTaskOf(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const events = await traced(session, ['toplevel', '__metadata'], work)
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return Math.max(
    0,
    ...events.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`)).map(spentIn),
  )
}

/** A page whose long tasks are watched: the longest since it was last set to 0, in ms by the clock. */
export type Watched = { longestTask: number }

/** Runs in the page: keeps the longest task on the window, as `Watched`. Tasks below 50 ms are not told of by browsers. */
export function watchTasks(): void {
  const target = window as unknown as Watched
  target.longestTask = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) target.longestTask = Math.max(target.longestTask, entry.duration)
  }).observe({ type: 'longtask', buffered: true })
}
