import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { now, setClock } from '#lib/console/clock.ts'
import { countIn } from '#lib/console/test-console.ts'
import { dayAt, dayNow } from '#lib/console/time-zone.ts'
import { addDays, firstInstantAt, localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'
import { randomId } from '#lib/core/random-id.ts'
import { boardPart } from './coverage-board/board-parts.ts'
import { makeBoard } from './coverage-board/make-board.ts'
import { readMarks } from './expiring/verbs.ts'
import { countDue, logOne, readDue } from './follow-ups/verbs.ts'
import { lastNight } from './jobs/nightly.ts'
import { watchErrors } from './overview/cleared.ts'
import { readOverviewNow } from './overview/overview.ts'
import { mark, readItems } from './queue/verbs.ts'
import { startWorld, valueOf } from './world.testing.ts'

// The organization's day beside a machine whose day is another one.

const world = startWorld({ captures: 300, contracts: 12 })
let spanId: string

beforeAll(async () => {
  await world.readQueue()
  const [span] = await world.all<{ provider_credentialing_span_id: string }>(
    '/api/provider-credentialing-span/v2',
  )
  spanId = span!.provider_credentialing_span_id
})
afterAll(() => vi.unstubAllEnvs())

// UTC has another day in each: the day after this evening, the day before this morning. The second is
// later, since nothing works on a clock that goes back.
describe.each([
  { zone: 'America/Los_Angeles', hour: 20, ahead: 0 },
  { zone: 'Pacific/Auckland', hour: 8, ahead: 2 },
])('in $zone', ({ zone, hour, ahead }) => {
  let day: LocalDate

  beforeAll(async () => {
    vi.stubEnv('TZ', 'UTC')
    await countIn(zone)
    day = addDays(localDateAt(Date.now(), zone), ahead)
    const moved = firstInstantAt(day, hour, zone).getTime() - Date.now()
    setClock(() => Date.now() + moved)
  })

  test('the machine has another day', () => {
    expect([dayNow(), localDateAt(now(), ownTimeZone()) === day]).toEqual([day, false])
  })

  test('a follow-up of today is taken, and one of yesterday is refused', async () => {
    const context = world.as.credentialing
    const before = valueOf(await countDue({}, context)).follow_ups
    const log = (next_on: string) =>
      logOne(
        {
          span: { kind: 'provider', id: spanId },
          operation_id: randomId(),
          asked: 'Dana Fox',
          missing: 'Face sheet',
          next_on,
        },
        context,
      )
    expect(await log(addDays(day, -1))).toMatchObject({
      error: { issues: [{ path: 'next_on', message: 'Enter today or a later date.' }] },
    })
    expect(await log(day)).toMatchObject({ ok: true })
    expect(await log(addDays(day, 1))).toMatchObject({ ok: true })
    expect(valueOf(await countDue({}, context)).follow_ups).toBe(before + 1)
    expect(valueOf(await readDue({ whose: 'all' }, context)).today).toBe(day)
    expect(valueOf(await readMarks({}, context)).today).toBe(day)
  })

  test('what is snoozed until tomorrow is hidden, and what was until today is back', async () => {
    const context = world.as.biller
    const items = async (view: 'causes' | 'snoozed') =>
      valueOf(await readItems({ filter: { view, sort: 'oldest' }, position: 0 }, context)).items
    const [one] = await items('causes')
    const isHidden = async (snoozed_until: string | null) => {
      const subjects = [{ claim_creation_id: one!.claim_creation_id }]
      valueOf(await mark({ subjects, change: { snoozed_until } }, context))
      return (await items('snoozed')).some(({ id }) => id === one!.id)
    }
    expect(await isHidden(addDays(day, 1))).toBe(true)
    expect(await isHidden(day)).toBe(false)
    expect(await isHidden(null)).toBe(false)
  })

  test('the overview, what was cleared, the coverage board and the night are of that day', async () => {
    const { connection } = world
    const overview = valueOf(await readOverviewNow({}, world.as.manager))
    expect([overview.today, overview.flow.map((each) => each.day).at(-1) ?? day]).toEqual([
      day,
      day,
    ])

    const [billed] = await world.all<{ id: string }>('/api/charge_capture_claim_creation/v1', {
      claim_creation_status: 'successful',
    })
    const retrying = (ask: (to: typeof connection) => unknown) => ask(connection)
    const tools = { connection, retrying, signal: new AbortController().signal } as never
    const since = firstInstantAt(addDays(day, -3), 12, zone).toISOString()
    const known = { since, open: { [billed!.id]: { cents: 700 } }, days: [], looks: [], added: [] }
    expect(valueOf(await watchErrors({ items: [] }, known, tools)).days).toMatchObject([
      { day, claims: 1, cents: 700 },
    ])

    const parts = new Map<string, string>()
    const part = async (name: string, text: string) => void parts.set(name, text)
    valueOf(await makeBoard({ ...(tools as object), report: async () => {}, part } as never))
    expect(JSON.parse(parts.get(boardPart)!)).toMatchObject({ as_of: day })

    const at = firstInstantAt(day, hour, zone).getTime()
    expect(lastNight(at)).toBe(firstInstantAt(day, 2, zone).getTime())
    expect(dayAt(lastNight(at))).toBe(day)
  })
})
