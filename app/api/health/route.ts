import { isDatabaseUp } from '#lib/console/db.ts'
import { startConsole } from '#lib/console/server/start.ts'

export const dynamic = 'force-dynamic'

/** GET /api/health, without a session: 200 {"status":"ok"} once the console can serve, else 503. */
export async function GET(): Promise<Response> {
  try {
    await startConsole()
    await isDatabaseUp()
    return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
  } catch {
    return Response.json({ status: 'starting' }, { status: 503, headers: { 'Cache-Control': 'no-store' } })
  }
}
