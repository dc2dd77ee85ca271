import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { and, asc, count, eq, gt, gte, min, ne, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { open, seal, SealBroken } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { logDefect } from '#lib/console/log.ts'
import { queuePacks, queueRows } from '#lib/console/schema.ts'

/** A row's value, any JSON, with the row's id and the keyed hash of the value's text. */
export type PackedValue = { id: string; valueHash: string; value: unknown }

// Some hundred kilobytes of text: a few milliseconds to seal or to open.
const valuesInPack = 250
// The first reading of a day leaves out what has left the queue since.
const longestMs = 24 * 3_600_000
const mostChanged = 0.1

/**
 * Whether the packs of a snapshot are worth making anew: there are none, a tenth of the rows has
 * changed since, or they are a day old.
 */
export async function needsPacking(at: string): Promise<boolean> {
  const db = await consoleDb()
  const [packed] = await db
    .select({ version: min(queuePacks.version), madeAt: min(queuePacks.madeAt) })
    .from(queuePacks)
    .where(eq(queuePacks.connection, at))
  if (packed?.version == null || packed.madeAt === null) return true
  if (now() - packed.madeAt.getTime() >= longestMs) return true
  const [rows] = await db
    .select({
      all: count(),
      changed:
        sql<number>`count(*) filter (where ${gt(queueRows.version, packed.version)})`.mapWith(
          Number,
        ),
    })
    .from(queueRows)
    .where(and(eq(queueRows.connection, at), ne(queueRows.valueHash, '')))
  return rows!.changed > rows!.all * mostChanged // a count is one row
}

/** Puts the values of a snapshot's version into its packs, in place of those before. */
export async function keepPacks(
  at: string,
  version: number,
  values: Iterable<PackedValue>,
): Promise<void> {
  const db = await consoleDb()
  let place = 0
  let some: PackedValue[] = []
  const keep = async () => {
    const sealedValues = await seal(await packed(some), target(at, place))
    const kept = { version, madeAt: new Date(now()), sealedValues }
    await db
      .insert(queuePacks)
      .values({ connection: at, place, ...kept })
      .onConflictDoUpdate({ target: [queuePacks.connection, queuePacks.place], set: kept })
    place += 1
    some = []
    await setImmediate()
  }
  for (const value of values) {
    some.push(value)
    if (some.length === valuesInPack) await keep()
  }
  if (some.length > 0) await keep()
  await db
    .delete(queuePacks)
    .where(and(eq(queuePacks.connection, at), gte(queuePacks.place, place)))
}

/**
 * The packed values, some hundred at a time. A pack that does not open is left out and logged: the
 * rows have its values too.
 */
export async function* readPacks(at: string): AsyncGenerator<PackedValue[]> {
  const db = await consoleDb()
  for (let last = -1; ;) {
    const [pack] = await db
      .select({ place: queuePacks.place, sealedValues: queuePacks.sealedValues })
      .from(queuePacks)
      .where(and(eq(queuePacks.connection, at), gt(queuePacks.place, last)))
      .orderBy(asc(queuePacks.place))
      .limit(1)
    if (!pack) return
    last = pack.place
    const text = await open(pack.sealedValues, target(at, pack.place)).catch((error: unknown) => {
      if (!(error instanceof SealBroken)) throw error
      logDefect(error, 'readPacks')
    })
    if (text) yield await unpacked(text.reveal())
  }
}

// Sealed bytes do not compress.
async function packed(values: readonly PackedValue[]): Promise<string> {
  return (await promisify(gzip)(JSON.stringify(values))).toString('base64')
}

async function unpacked(text: string): Promise<PackedValue[]> {
  const json = await promisify(gunzip)(Buffer.from(text, 'base64'))
  return JSON.parse(json.toString()) as PackedValue[] // `packed` wrote it
}

function target(at: string, place: number) {
  return { purpose: 'queue' as const, record: `pack/${place}`, origin: at }
}
