import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, type Failure, type Issue, type Result } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import { readObject } from '#lib/actions/writing/parse-body.ts'

/** A kind of record that contracts, spans and new encounters name by its id. */
type Kind = 'provider' | 'facility' | 'payer' | 'patient' | 'appointment'

/** Ids that a request names in one member, and of which kind they have to be. */
export type NamedIds = { path: string; kind: Kind; ids: readonly (string | undefined)[] }

// A look-up goes before a write that a person waits for: a partner that is slow with it keeps nothing from being sent.
const limits = { firstByteMs: 4_000, totalMs: 6_000 }
// The address has the ids, and servers and proxies cut addresses at 8,000 characters.
const idsInAddress = 50
/** Longer lists are left to the partner: so many ids are ten look-ups, of kinds that can be looked up together. */
const maxIds = 500
/** The same for kinds that are read one by one; so many strangers are looked up as other kinds. */
const maxReads = 10

/** The patient and the appointments that the body of a new record names. */
export function recordIds(body: JsonObject): NamedIds[] {
  return [
    { path: 'pre_encounter_patient_id', kind: 'patient', ids: [textOf(body.pre_encounter_patient_id)] },
    {
      path: 'pre_encounter_appointment_ids',
      kind: 'appointment',
      ids: itemsOf(body.pre_encounter_appointment_ids).map(textOf),
    },
  ]
}

const words: { [kind in Kind]: string } = {
  provider: 'provider',
  facility: 'service facility',
  payer: 'payer',
  patient: 'patient',
  appointment: 'appointment',
}

// The other kinds that an id may belong to. Patients are looked up only where a patient is expected.
const mixedUp: readonly (readonly Kind[])[] = [
  ['provider', 'facility', 'payer'],
  ['patient', 'appointment'],
]

/**
 * Refuses a request that names, by ids given by hand, what the partner has as another kind of record; undefined where it
 * may be sent. What is found as nothing, or cannot be looked up by this key or just now, keeps nothing back: a list may
 * leave out records, and the partner says. A provider's roles are not judged. Ask before anything is sent, and not about
 * ids that were loaded so.
 */
export async function refuseStrangeIds(
  named: readonly NamedIds[],
  connection: Connection,
): Promise<{ ok: false; error: Failure } | undefined> {
  const issues = await Promise.all(named.map((each) => strangersAt(each, connection)))
  const found = issues.filter((issue) => issue !== undefined)
  if (found.length === 0) return undefined
  return fail('InvalidInput', 'Nothing was sent: some IDs belong to records of another kind.', { issues: found })
}

async function strangersAt({ path, kind, ids }: NamedIds, connection: Connection): Promise<Issue | undefined> {
  const asked = [...new Set(ids.filter((id) => id !== undefined && id !== ''))] as string[]
  if (asked.length === 0 || asked.length > lookUps[kind].most) return undefined
  const known = await lookUps[kind].find(asked, connection)
  const strangers = known ? asked.filter((id) => !known.has(id.toLowerCase())) : []
  const misplaced = await misplacedOf(strangers.slice(0, maxReads), kind, connection)
  const [first] = misplaced
  if (first === undefined) return undefined
  if (ids.length === 1)
    return { path, message: `This is the ID of ${withArticle(first.kind)}, not of ${withArticle(kind)}.` }
  // An id that leads to a person is in no message.
  const name = kind === 'appointment' ? `No. ${ids.indexOf(first.id) + 1} of the list` : first.id
  const which =
    misplaced.length === 1
      ? `${name} is the ID of no ${words[kind]}`
      : `${misplaced.length} of these are IDs of no ${words[kind]}, the first is ${name}`
  return { path, message: `${which}: it is ${withArticle(first.kind)}’s.` }
}

function withArticle(kind: Kind): string {
  return `${kind === 'appointment' ? 'an' : 'a'} ${words[kind]}`
}

// The ids that name a record of another kind: most often they were taken from the wrong page.
async function misplacedOf(
  strangers: readonly string[],
  wanted: Kind,
  connection: Connection,
): Promise<{ id: string; kind: Kind }[]> {
  if (strangers.length === 0) return []
  const others = mixedUp.find((kinds) => kinds.includes(wanted))!.filter((kind) => kind !== wanted) // each kind is in one
  const found = await Promise.all(others.map((kind) => lookUps[kind].find(strangers, connection)))
  return strangers.flatMap((id) => {
    const kind = others.find((_, index) => found[index]?.has(id.toLowerCase()))
    return kind ? [{ id, kind }] : []
  })
}

/** The ids that the partner has as that kind, in lower case, undefined if unknown; and the number of ids that were asked about. */
type LookUp = {
  most: number
  find: (ids: readonly string[], connection: Connection) => Promise<ReadonlySet<string> | undefined>
}

const lookUps: { [kind in Kind]: LookUp } = {
  provider: {
    most: maxIds,
    find: (ids, connection) =>
      listed(ids, 'organization_provider_id', (part) =>
        call(
          connection,
          operations.listOrganizationProviders,
          { query: { organization_provider_ids: part, limit: 100 } },
          { limits },
        ),
      ),
  },
  facility: {
    most: maxIds,
    find: (ids, connection) =>
      listed(ids, 'organization_service_facility_id', (part) =>
        call(
          connection,
          operations.listServiceFacilities,
          { query: { organization_service_facility_ids: part, limit: 100 } },
          { limits },
        ),
      ),
  },
  payer: {
    most: maxReads,
    find: (ids, connection) =>
      eachRead(ids, (id) =>
        call(connection, operations.getPayer, { params: { payer_uuid: id.toLowerCase() } }, { limits }),
      ),
  },
  patient: {
    most: maxReads,
    find: (ids, connection) =>
      eachRead(ids, (id) => call(connection, operations.getPatient, { params: { patient_id: id } }, { limits })),
  },
  appointment: {
    most: maxReads,
    find: (ids, connection) =>
      eachRead(ids, (id) =>
        call(connection, operations.getAppointment, { params: { appointment_id: id } }, { limits }),
      ),
  },
}

async function listed(
  ids: readonly string[],
  member: string,
  read: (part: string[]) => ReturnType<typeof call>,
): Promise<ReadonlySet<string> | undefined> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsInAddress) }, (_, part) =>
    ids.slice(part * idsInAddress, (part + 1) * idsInAddress),
  )
  const pages = await Promise.all(
    parts.map(async (part) => itemsOfReply(await read(part.map((id) => id.toLowerCase())))),
  )
  if (pages.includes(undefined)) return undefined
  const found = pages.flatMap((items) => items!.map((item) => textOf(memberAt(item, member))?.toLowerCase() ?? '')) // none is undefined
  // A partner that answers other records than those that were asked for has not looked them up, and one that gives a
  // token has not looked everywhere.
  const asked = new Set(ids.map((id) => id.toLowerCase()))
  return found.every((id) => asked.has(id)) ? new Set(found) : undefined
}

// There is no list of these by ids. "Not found" is also what a key hears that may not ask: it refuses nothing by itself.
async function eachRead(
  ids: readonly string[],
  read: (id: string) => ReturnType<typeof call>,
): Promise<ReadonlySet<string> | undefined> {
  const replies = await Promise.all(ids.map(read))
  if (replies.some((reply) => !reply.ok && reply.error.status !== 404)) return undefined
  return new Set(ids.filter((_, index) => replies[index]!.ok).map((id) => id.toLowerCase())) // one reply an id
}

function itemsOfReply(reply: Result<{ text: string }>): unknown[] | undefined {
  const page = reply.ok ? readObject(reply.value.text) : undefined
  return page && Array.isArray(page.items) && textOf(page.next_page_token) === undefined ? page.items : undefined
}
