import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, type Failure, type Issue, type Result } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import { readObject } from '#lib/actions/writing/parse-body.ts'

/** A kind of record that contracts, spans and new encounters refer to by id. */
type Kind = 'provider' | 'facility' | 'payer' | 'patient' | 'appointment'

/** The ids in one member of a request, and the kind that they must have. */
export type NamedIds = { path: string; kind: Kind; ids: readonly (string | undefined)[] }

// A person waits for the write behind this look-up: if the partner is slow, the write is sent
// without it.
const limits = { firstByteMs: 4_000, totalMs: 6_000 }
// The ids are in the URL, and servers and proxies cut URLs at 8,000 characters.
const idsInAddress = 50
/**
 * The partner checks longer lists. This many ids take ten look-ups, for kinds with a look-up of
 * several ids.
 */
const maxIds = 500
/**
 * The same limit for kinds that are read one by one, and for ids that are looked up as other kinds.
 */
const maxReads = 10

/** The patient and the appointments in a new record's body. */
export function recordIds(body: JsonObject): NamedIds[] {
  return [
    {
      path: 'pre_encounter_patient_id',
      kind: 'patient',
      ids: [textOf(body.pre_encounter_patient_id)],
    },
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

// The other kinds that an id may have. Patients are looked up only if a patient is expected.
const mixedUp: readonly (readonly Kind[])[] = [
  ['provider', 'facility', 'payer'],
  ['patient', 'appointment'],
]

/**
 * Refuses a request with an entered id that the partner knows as another kind of record; undefined
 * if the request may be sent. An id that is not found, or that this key cannot look up, is sent: a
 * list may omit records, and the partner decides. Provider roles are not checked. Call it before
 * anything is sent, and not for ids that were loaded.
 */
export async function refuseStrangeIds(
  named: readonly NamedIds[],
  connection: Connection,
): Promise<{ ok: false; error: Failure } | undefined> {
  const issues = await Promise.all(named.map((each) => strangersAt(each, connection)))
  const found = issues.filter((issue) => issue !== undefined)
  if (found.length === 0) return undefined
  return fail('InvalidInput', 'Nothing was sent: some IDs belong to records of another kind.', {
    issues: found,
  })
}

async function strangersAt(
  { path, kind, ids }: NamedIds,
  connection: Connection,
): Promise<Issue | undefined> {
  const asked = [...new Set(ids.filter((id) => id !== undefined && id !== ''))] as string[]
  if (asked.length === 0 || asked.length > lookUps[kind].most) return undefined
  const known = await lookUps[kind].find(asked, connection)
  const strangers = known ? asked.filter((id) => !known.has(id.toLowerCase())) : []
  const misplaced = await misplacedOf(strangers.slice(0, maxReads), kind, connection)
  const [first] = misplaced
  if (first === undefined) return undefined
  if (ids.length === 1)
    return {
      path,
      message: `This is the ID of ${withArticle(first.kind)}, not of ${withArticle(kind)}.`,
    }
  // A message never contains an id of a person.
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

// The ids of records of another kind, often copied from the wrong page.
async function misplacedOf(
  strangers: readonly string[],
  wanted: Kind,
  connection: Connection,
): Promise<{ id: string; kind: Kind }[]> {
  if (strangers.length === 0) return []
  const others = mixedUp.find((kinds) => kinds.includes(wanted))!.filter((kind) => kind !== wanted) // every kind has an entry
  const found = await Promise.all(others.map((kind) => lookUps[kind].find(strangers, connection)))
  return strangers.flatMap((id) => {
    const kind = others.find((_, index) => found[index]?.has(id.toLowerCase()))
    return kind ? [{ id, kind }] : []
  })
}

/**
 * The ids, in lower case, that the partner knows as that kind, or undefined if unknown; and the
 * number of ids looked up.
 */
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
        call(
          connection,
          operations.getPayer,
          { params: { payer_uuid: id.toLowerCase() } },
          { limits },
        ),
      ),
  },
  patient: {
    most: maxReads,
    find: (ids, connection) =>
      eachRead(ids, (id) =>
        call(connection, operations.getPatient, { params: { patient_id: id } }, { limits }),
      ),
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
  const found = pages.flatMap((items) =>
    items!.map((item) => textOf(memberAt(item, member))?.toLowerCase() ?? ''),
  ) // no value is undefined
  // If the partner returns other records, it did not look up these ids; if it returns a token, it
  // has more pages.
  const asked = new Set(ids.map((id) => id.toLowerCase()))
  return found.every((id) => asked.has(id)) ? new Set(found) : undefined
}

// This kind has no list by ids. A key without permission also gets "not found", so that alone
// refuses nothing.
async function eachRead(
  ids: readonly string[],
  read: (id: string) => ReturnType<typeof call>,
): Promise<ReadonlySet<string> | undefined> {
  const replies = await Promise.all(ids.map(read))
  if (replies.some((reply) => !reply.ok && reply.error.status !== 404)) return undefined
  return new Set(ids.filter((_, index) => replies[index]!.ok).map((id) => id.toLowerCase())) // one reply for each id
}

function itemsOfReply(reply: Result<{ text: string }>): unknown[] | undefined {
  const page = reply.ok ? readObject(reply.value.text) : undefined
  return page && Array.isArray(page.items) && textOf(page.next_page_token) === undefined
    ? page.items
    : undefined
}
