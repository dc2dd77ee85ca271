import { timingSafeEqual } from 'node:crypto'
import { metricsText } from '#lib/actions/operations/metrics-text.ts'
import { metricsToken } from '#lib/console/settings.ts'

export const dynamic = 'force-dynamic'

/**
 * GET /api/metrics with METRICS_TOKEN as the bearer token: this process's metrics as Prometheus
 * reads them. Without METRICS_TOKEN there is no such address.
 */
export async function GET(request: Request): Promise<Response> {
  const token = metricsToken()
  if (token === undefined) return new Response('Not found.', { status: 404 })
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`))
    return new Response('Send METRICS_TOKEN as the bearer token.', {
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  const { text, contentType } = await metricsText()
  return new Response(text, {
    headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' },
  })
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
