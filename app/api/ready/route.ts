import { readiness } from '#lib/actions/operations/readiness.ts'
import { version } from '#lib/core/version.ts'

export const dynamic = 'force-dynamic'

// Who asks must know within three seconds, also while a database says nothing.
const patienceMs = 2_500

/**
 * GET /api/ready, without a session: 200 when the process can serve people or work, else 503, with
 * the state of the database, of the start (root key, migrations, settings) and of the partner, which
 * alone never makes it 503.
 */
export async function GET(): Promise<Response> {
  const { isReady, ...parts } = await readiness(patienceMs)
  return Response.json(
    { status: isReady ? 'ready' : 'unavailable', version, ...parts },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  )
}
