import 'server-only'
import type { Operation } from '#lib/contract/operation.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { readCapturesOf } from '#lib/actions/charge-captures/billed-captures.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { askPages, readWhole, type AskPage } from '#lib/actions/lists/partner-pages.ts'
import { problemsOf } from '#lib/actions/queue/fix-memory.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import {
  claimProposals,
  isOfClaim,
  listProposals,
  matchesOf,
  questionAt,
  recordProposals,
  withoutRefuted,
  type ListMatch,
  type ListQuestion,
  type Proposal,
} from '#lib/rules/queue/proposals.ts'
import { checkProposals } from '#lib/rules/queue/check-proposals.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { findIcd10 } from '#lib/console/code-lists.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { WireQuery } from '#lib/lists/view.ts'
import { isNotOffered } from './look-up.ts'

const pageOf = 100
// The partner's public documents name 1,000 requests in 10 seconds for all clients of one IP
// address.
const atOnce = 4

type Asked = { claim_creation_id: string; charge_capture_id: string; names: string[] }

/** `proposals` by control name. */
export type ProposedValues = { proposals: { [name: string]: Proposal[] }; is_whole: boolean }

/**
 * The values that can be known for fields of a capture as it is stored, by control name: from the
 * partner's lists, the capture itself, and the other captures of its claim. `is_whole` is false if
 * one of these could not be read.
 */
export async function proposeForCapture(
  asked: Asked,
  context: ActionContext,
): Promise<Result<ProposedValues>> {
  const found = await proposeForCaptures({ rows: [asked] }, context)
  if (!found.ok) return found
  const { proposals, is_whole } = found.value
  return ok({ proposals: proposals[asked.charge_capture_id] ?? {}, is_whole })
}

/**
 * The same for at most `mostAskedRows` captures, by their ids; one that is gone is missing. It asks
 * each list once.
 */
export async function proposeForCaptures(
  { rows }: { rows: Asked[] },
  context: ActionContext,
): Promise<
  Result<{ proposals: { [capture_id: string]: ProposedValues['proposals'] }; is_whole: boolean }>
> {
  const claims = [...new Set(rows.map((row) => row.claim_creation_id))]
  const { items, failure } = await readCapturesOf(context.connection, claims)
  const captures = items.filter(isJsonObject)
  const known = rows.flatMap((row) => {
    const own = captures.find(({ id }) => id === row.charge_capture_id)
    return own ? [{ ...row, own, record: contentOf(own) }] : []
  })
  if (failure && known.length === 0) return { ok: false, error: failure }
  const othersOf = ({ own, names }: (typeof known)[number]) =>
    names.some(isOfClaim)
      ? captures.filter((capture) => capture !== own && isOf(capture, own.claim_creation_id))
      : []
  const asked = known.flatMap(({ record, names, charge_capture_id: id }) =>
    names.flatMap((name) => {
      const question = questionAt(record, name)
      return question ? [{ id, name, question }] : []
    }),
  )
  const others = new Set(known.flatMap(othersOf))
  const shared = claims.filter((id) => others.values().some((other) => isOf(other, id)))
  const [answers, creations, findCode] = await Promise.all([
    answerQuestions(
      asked.map(({ question }) => question),
      context,
    ),
    readCreations(shared, context),
    findIcd10(),
  ])
  const today = dayNow()
  // The values of the asked captures answer, and those of their claims where these could be read.
  const seen = new Set([...known.map(({ own }) => own), ...(creations.read.size > 0 ? others : [])])
  if (seen.size > 0)
    await recordAct(
      context,
      'read',
      'listChargeCaptures',
      [...seen].flatMap(({ id }) => textOf(id) ?? []),
    )
  const proposals = known.map((row): [string, ProposedValues['proposals']] => {
    const { record, charge_capture_id: id } = row
    const creation = creations.read.get(row.claim_creation_id)
    // Without the claim creation nobody knows whether the other captures are right.
    const siblings = (creation === undefined ? [] : othersOf(row)).map((capture) => ({
      name: textOf(capture.charge_external_id) ?? textOf(capture.id) ?? 'another capture',
      content: contentOf(capture),
      inError: openControls(capture, creation),
    }))
    const day = textAt(record, 'data.date_of_service')
    const written = checkProposals(record, { shape: captureShape(), today, findCode })
    const found = row.names.map((name): [string, Proposal[]] => {
      const place = asked.findIndex((each) => each.id === id && each.name === name)
      const { question } = asked[place] ?? {}
      const matches = answers.matches[place] ?? []
      const listed = question ? listProposals(question, matches, { path: name, day }) : []
      const rewritten = written(name)
      return [
        name,
        [
          ...recordProposals(record, name),
          ...listed,
          ...claimProposals(record, name, siblings),
          ...(question ? withoutRefuted(rewritten, question, matches) : rewritten),
        ],
      ]
    })
    return [id, Object.fromEntries(found.filter(([, some]) => some.length > 0))]
  })
  return ok({
    proposals: Object.fromEntries(proposals),
    is_whole: [failure, answers.failure, creations.failure].every((each) => !each),
  })
}

function isOf(capture: JsonObject, claimCreation: Json | undefined): boolean {
  return capture.claim_creation_id === claimCreation
}

// The claim creations by their ids, with the errors of all their captures.
async function readCreations(
  ids: readonly string[],
  { connection }: ActionContext,
): Promise<{ read: ReadonlyMap<string, Json>; failure: Failure | null }> {
  if (ids.length === 0) return { read: new Map(), failure: null }
  const ask = askPages(connection, operations.listClaimCreations, {}, { parse: parseExact })
  const query = { claim_creation_ids: [...ids], limit: pageOf }
  const { items, failure } = await readWhole(ask, query, { pages: 1 })
  const read = items.filter(isJsonObject).map((item) => [textOf(item.id) ?? '', item] as const)
  return { read: new Map(read), failure }
}

// What the claim as a whole is said to be wrong about, such as captures that disagree, says nothing
// of which capture is right.
function openControls(capture: JsonObject, creation: Json | undefined): ReadonlySet<string> {
  const own = itemsOf(memberAt(creation, 'errors')).filter(
    (error) => memberAt(error, 'charge_capture_id') === capture.id,
  )
  const open = problemsOf(capture, { errors: own }).filter(({ isResolved }) => !isResolved)
  return new Set(open.map(({ control }) => control))
}

/** The answers in the order of their questions, and why one could not be asked, if so. */
type Answers = { matches: ListMatch[][]; failure: Failure | undefined }

/**
 * Asks the partner's lists, a few questions at a time, each once. A list that this key may not read
 * knows nothing. After a failure the other questions are still asked.
 */
async function answerQuestions(
  questions: readonly ListQuestion[],
  context: ActionContext,
): Promise<Answers> {
  const pages = new Map<string, Promise<Result<unknown[]>>>()
  const read = (question: ListQuestion) => {
    const { of, by, search } = question
    const key = JSON.stringify([of, by, search])
    const page = pages.get(key) ?? readEntries(question, context)
    pages.set(key, page)
    return page
  }
  const matches: ListMatch[][] = []
  let failure: Failure | undefined
  for (let from = 0; from < questions.length; from += atOnce) {
    const some = questions.slice(from, from + atOnce)
    const replies = await Promise.all(some.map(read))
    for (const [place, reply] of replies.entries()) {
      if (!reply.ok) failure ??= reply.error
      matches.push(reply.ok ? matchesOf(some[place]!, reply.value) : [])
    }
  }
  return { matches, failure }
}

async function readEntries(
  question: ListQuestion,
  { connection }: ActionContext,
): Promise<Result<unknown[]>> {
  const { ask, query } = askList(question, connection)
  const page = await ask(query)
  if (page.ok) return ok([...page.value.items])
  return isNotOffered(page.error.status ?? 0) ? ok([]) : page
}

/** How one of the partner's lists is asked a question. */
export function askList(
  { of, by, search }: { of: ListQuestion['of']; by: string; search: string },
  connection: Connection,
): { ask: AskPage; query: WireQuery } {
  const [operation, query]: [Operation, { [name: string]: Json }] =
    of === 'payers'
      ? [operations.listPayers, { search_term: search }]
      : of === 'facilities'
        ? [operations.listServiceFacilities, facilityQuery(by, search)]
        : [
            operations.listOrganizationProviders,
            {
              ...(by === 'npi' ? { npi: search } : { search_term: search }),
              ...(of === 'billing-providers' ? { is_billing: true } : { is_rendering: true }),
            },
          ]
  return { ask: askPages(connection, operation, {}), query: { ...query, limit: pageOf } }
}

function facilityQuery(by: string, search: string): { [name: string]: Json } {
  if (by === 'organization_service_facility_id')
    return { organization_service_facility_ids: [search] }
  return search === '' ? {} : { name: search }
}
