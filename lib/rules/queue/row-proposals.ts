import { wireValue } from '#lib/contract/wire-words.ts'
import type { Json } from '#lib/core/json.ts'
import { agreeing, onlySure, rankProposals, type Proposal } from './proposals.ts'

/** What a row of the queue must tell of itself; values are JSON texts. */
type Row = {
  id: string
  claim_creation_id: string
  capture_id?: string | undefined
  also?: readonly Field[]
} & Field
type Field = { path?: string | undefined; value?: string | undefined }

/** A capture with the controls that are asked about. */
export type AskedFields = { claim_creation_id: string; charge_capture_id: string; names: string[] }

/** What is known of fields, by `fieldKey`. */
export type KnownFields = ReadonlyMap<string, readonly Proposal[]>

/**
 * What stands ready for the field of a row, in words: the only sure value with its source, or the
 * values that compete, of which a person chooses.
 */
export type RowProposal =
  | { kind: 'sure'; words: string; source: string }
  | { kind: 'choice'; words: string }

/** The key of one control of one capture. */
export function fieldKey(captureId: string, name: string): string {
  return `${captureId} ${name}`
}

/** The fields of rows that were not asked about yet, a capture once; `asked` are keys of fields. */
export function unaskedFields(rows: readonly Row[], asked: ReadonlySet<string>): AskedFields[] {
  const questions = new Map<string, AskedFields>()
  for (const row of rows) {
    const { capture_id: id, claim_creation_id } = row
    if (id === undefined) continue
    const names = fieldsOf(row).map(({ path }) => path)
    const news = names.filter((name) => !asked.has(fieldKey(id, name)))
    if (news.length === 0) continue
    const { names: before } = questions.get(id) ?? { names: [] }
    const all = [...new Set([...before, ...news])]
    questions.set(id, { claim_creation_id, charge_capture_id: id, names: all })
  }
  return [...questions.values()]
}

/**
 * What stands ready for a row; undefined where nothing is known, or where it is only near. A row of
 * several service lines has a proposal if it is the same for each.
 */
export function rowProposal(row: Row, known: KnownFields): RowProposal | undefined {
  const { capture_id: id, path: first } = row
  if (id === undefined || first === undefined) return undefined
  const shared = agreeing(
    fieldsOf(row).map(({ path, value }) =>
      rankProposals(
        known.get(fieldKey(id, path)) ?? [],
        value === undefined ? null : (JSON.parse(value) as Json), // our own server wrote it
      ),
    ),
  )
  const sure = onlySure(shared)
  const wordsOf = ({ value }: Proposal) => (value === null ? 'Empty' : wireValue(first, value))
  if (sure) return { kind: 'sure', words: wordsOf(sure), source: sure.source }
  // An empty field beside one value is no second value.
  const competing = shared.filter(
    ({ isSure, from, value }) => isSure || (from === 'record' && value !== null),
  )
  if (competing.length < 2) return undefined
  return {
    kind: 'choice',
    words: competing.map((each) => `${wordsOf(each)}: ${each.source}`).join('. '),
  }
}

// The fields of a row: one, or the same field of several service lines.
function fieldsOf(row: Row) {
  return [row, ...(row.also ?? [])].flatMap(({ path, value }) =>
    path === undefined ? [] : [{ path, value }],
  )
}
