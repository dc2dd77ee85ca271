import { openQueueAtStart, workAtStart } from '#lib/actions/queue/first-reading.ts'
import { startJobs } from '#lib/actions/jobs/run-job.ts'
import { testKeyAtStart } from '#lib/actions/test-key-at-start.ts'
import { isDatabaseUp } from '#lib/console/db.ts'
import { startConsole } from '#lib/console/server/start.ts'
import { inRequest, newRequestId } from '#lib/console/request-id.ts'
import { takes } from '#lib/console/settings.ts'
import { version } from '#lib/core/version.ts'
import { isTrueWithin } from '#lib/core/within.ts'

export const dynamic = 'force-dynamic'

// Who asks must know within three seconds, also while a database says nothing.
const patienceMs = 2_500

/**
 * GET /api/health, without a session: within three seconds 200 {"status":"ok"} with the version when
 * the console can serve, else 503.
 */
export async function GET(): Promise<Response> {
  const isUp = await isTrueWithin(patienceMs, serve())
  return Response.json(
    { status: isUp ? 'ok' : 'unavailable', version },
    { status: isUp ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  )
}

// The front server asks once after its start: jobs of the process before go on from then, the queue
// is read for the first time or opened, what is due begins, and the partner's key is tried.
async function serve(): Promise<boolean> {
  await startConsole()
  await startJobs()
  if (takes('worker')) void inRequest(newRequestId(), workAtStart)
  if (takes('web')) void inRequest(newRequestId(), testKeyAtStart)
  if (takes('web')) void inRequest(newRequestId(), openQueueAtStart)
  return isDatabaseUp()
}
