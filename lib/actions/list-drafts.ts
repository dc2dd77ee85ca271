import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { countLiveDrafts, listLiveDrafts, type ListedDraft } from '#lib/console/records/drafts.ts'
import { tasksOf } from '#lib/console/accounts/permissions.ts'
import { isJsonObject, tooMuchIn, type JsonBounds, type JsonObject } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import {
  draftNames,
  draftTasks,
  type DraftKind,
  type DraftPlace,
} from '#lib/rules/edit/draft-kinds.ts'
import { recordAct } from './record-act.ts'
import type { ActionContext } from './run-action.ts'

/** A draft: its form, and what its record is called where the draft says it. */
export type DraftLine = DraftPlace & {
  form: string
  name: string | null
  href: string
  saved_at: string
  expires_at: string
}

/**
 * The person's own drafts, the newest first, without the edits. A form that their role may not save
 * any more is left out.
 */
export async function listOwnDrafts(
  _: object,
  context: ActionContext,
): Promise<Result<DraftLine[]>> {
  const { account, connection } = context
  const lines: DraftLine[] = []
  for await (const draft of listLiveDrafts(
    { accountId: account.id, connection },
    kindsOf(context),
  )) {
    lines.push(toLine(draft))
    // Other people's requests come between two of them.
    await setImmediate()
  }
  if (lines.length > 0)
    await recordAct(
      context,
      'read',
      'listDrafts',
      lines.map(({ record }) => record),
    )
  return ok(lines)
}

/** How many drafts the person has, for the rail. */
export async function countOwnDrafts(
  _: object,
  context: ActionContext,
): Promise<Result<{ drafts: number }>> {
  const { account, connection } = context
  return ok({
    drafts: await countLiveDrafts({ accountId: account.id, connection }, kindsOf(context)),
  })
}

function kindsOf({ account }: ActionContext): DraftKind[] {
  const allowed: readonly string[] = tasksOf(account.role, Object.values(draftTasks))
  return (Object.keys(draftTasks) as DraftKind[]).filter((kind) =>
    allowed.includes(draftTasks[kind]),
  )
}

function toLine({ kind, record, base, savedAt, expiresAt }: ListedDraft): DraftLine {
  const on = recordIn(base)
  const { isNew, noun } = draftNames[kind]
  return {
    kind,
    record,
    form: isNew ? `New ${noun}` : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
    name: isNew ? null : typeof on.charge_external_id === 'string' ? on.charge_external_id : null,
    href: hrefOf(kind, record, on),
    saved_at: savedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
}

// As many values as the largest record has, a contract.
const bounds: JsonBounds = { values: 150_000, depth: 100 }

// A browser wrote it: a text that is no record, or has more than one holds, names none.
function recordIn(base: string): JsonObject {
  if (tooMuchIn(base, bounds)) return {}
  try {
    const made: unknown = JSON.parse(base)
    return isJsonObject(made) ? made : {}
  } catch {
    return {}
  }
}

const copied = 'copy-of-'

// The page of a draft's form. Like every address of the console it has ids and dates, never a
// patient's data.
function hrefOf(kind: DraftKind, record: string, on: JsonObject): string {
  const id = encodeURIComponent(record)
  switch (kind) {
    case 'charge-capture':
      return `/charge-captures/${id}`
    case 'new-charge-capture':
      return record.startsWith(copied)
        ? `/charge-captures/new?from=${encodeURIComponent(record.slice(copied.length))}`
        : '/charge-captures/new'
    case 'new-from-pre-encounter':
      return '/charge-captures/new-from-pre-encounter'
    case 'new-encounter':
      return '/encounters/new-from-pre-encounter'
    case 'facility-span':
      return `/credentialing/facility-spans/${id}`
    case 'provider-span':
      return `/credentialing/provider-spans/${id}`
    case 'new-facility-span':
      return `/credentialing/facility-spans/new${spanSearch(on)}`
    case 'new-provider-span':
      return `/credentialing/provider-spans/new${spanSearch(on)}`
    case 'contract':
      return `/contracts/${id}`
    case 'new-contract':
      return '/contracts/new'
  }
}

// What the address of the form named: its draft is found by the same.
function spanSearch({ regions, ...given }: JsonObject): string {
  const texts = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const states = regions !== undefined && isJsonObject(regions) ? regions.states : undefined
  const state = Array.isArray(states) && typeof states[0] === 'string' ? [['state', states[0]]] : []
  const search = new URLSearchParams([...texts, ...state]).toString()
  return search === '' ? '' : `?${search}`
}
