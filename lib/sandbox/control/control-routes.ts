import { Hono } from 'hono'
import { z } from 'zod'
import { schemaIssuesOf } from '#lib/sandbox/http/check-input.ts'
import { parseBody, readBodyText } from '#lib/sandbox/http/read-body.ts'
import { refuseFields } from '#lib/sandbox/http/refusal.ts'
import { type ClaimChange, claimChange } from '#lib/sandbox/encounters/change-claim.ts'
import {
  type PreEncounterChange,
  preEncounterChange,
} from '#lib/sandbox/pre-encounter/change-pre-encounter.ts'
import type { Clock } from './clock.ts'
import { type Faults, faultBody } from './faults.ts'
import type { RequestLog } from './request-log.ts'

const count = z.int().min(0).max(1_000_000).optional()

/** The body of POST /_sandbox/reset: the seed of the demo data and the numbers of records. */
const resetBody = z.strictObject({
  seed: z.int().optional(),
  captures: count,
  contracts: count,
  providers: count,
})
export type ResetBody = z.infer<typeof resetBody>

/**
 * The body of POST /_sandbox/clock: an instant, or milliseconds to advance; `{}` returns to real
 * time. Claims live through a move forwards.
 */
const clockBody = z.strictObject({
  now: z.iso.datetime({ offset: true }).optional(),
  advance: z.number().optional(),
})

export type Controls = {
  clock: Clock
  faults: Faults
  requests: RequestLog
  reset: (body: ResetBody) => Promise<object>
  changePreEncounter: (change: PreEncounterChange) => Promise<object>
  changeClaim: (change: ClaimChange) => Promise<object>
  /** `authorization` is the header of the request. */
  errorHistory: (authorization: string | undefined) => Promise<object>
  /**
   * Lets claims live through the moved time; returns how many changed. Both are epoch milliseconds.
   */
  progressClaims: (from: number, to: number) => Promise<number>
}

/** The control plane for tests, under /_sandbox. The caller restricts it to this machine. */
export function controlRoutes(controls: Controls): Hono {
  const { clock, faults, requests, reset, progressClaims } = controls
  const { changePreEncounter, changeClaim, errorHistory } = controls
  const app = new Hono()
  app.get('/health', (c) => c.json({ status: 'ok', now: new Date(clock.now()).toISOString() }))
  app.post('/reset', async (c) => c.json(await reset(await bodyOf(c.req.raw, resetBody))))
  app.post('/pre-encounter', async (c) =>
    c.json(await changePreEncounter(await bodyOf(c.req.raw, preEncounterChange))),
  )
  app.post('/claims', async (c) => c.json(await changeClaim(await bodyOf(c.req.raw, claimChange))))
  app.get('/error-history', async (c) => c.json(await errorHistory(c.req.header('authorization'))))
  app.get('/faults', (c) => c.json({ faults: faults.list() }))
  app.post('/faults', async (c) => c.json(faults.add(await bodyOf(c.req.raw, faultBody))))
  app.delete('/faults', (c) => {
    faults.clear()
    return c.body(null, 204)
  })
  app.get('/requests', (c) =>
    c.json({ requests: requests.list(Number(c.req.query('after') ?? 0)) }),
  )
  app.delete('/requests', (c) => {
    requests.clear()
    return c.body(null, 204)
  })
  app.post('/clock', async (c) => {
    const { now, advance } = await bodyOf(c.req.raw, clockBody)
    if (now === undefined && advance === undefined) clock.reset()
    if (now !== undefined) clock.setTo(Date.parse(now))
    if (advance !== undefined) clock.advance(advance)
    const claims = await progressClaims(...clock.takeMove())
    return c.json({ now: new Date(clock.now()).toISOString(), claims })
  })
  return app
}

async function bodyOf<T extends z.ZodType>(request: Request, schema: T): Promise<z.infer<T>> {
  const text = await readBodyText(request)
  const parsed = schema.safeParse(text === '' ? {} : parseBody(text).plain)
  if (!parsed.success) throw refuseFields(schemaIssuesOf(parsed.error))
  return parsed.data
}
