import type { LocalDate } from '#lib/core/local-date.ts'
import { isNdc } from '#lib/rules/codes/codes.ts'
import type { Days, ListKind, ListRow } from '#lib/rules/codes/list-kinds.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from './date-fields.ts'

/**
 * What the placed lists are asked about one claim, and nothing of a patient: the codes of its lines
 * and drugs, and the NPIs of who ordered or referred.
 */
export type ListQuestion = { procedures: string[]; npis: string[]; drugs: string[] }

/** The entries of one version of a list that have an asked code, and the days that it judges. */
export type ListPart = Days & { rows: ListRow[] }

/** What the loaded lists say of the codes that were asked about; a list that is not loaded is missing. */
export type ListAnswers = {
  asked: ListQuestion
  lists: { [kind in ListKind]?: ListPart[] }
}

/** The most codes of each kind in one question: more than a claim has lines (X12 837P: 50). */
export const mostAsked = 60

/** The codes of a capture that the lists are asked about, sorted, at most 60 of each kind. */
export function listQuestionOf(data: unknown): ListQuestion {
  const lines = listAt(data, 'service_lines')
  const drugs = lines.map((line) => textAt(line, 'drug_identification.national_drug_code') ?? '')
  const npis = [
    textAt(data, 'referring_provider.npi') ?? '',
    ...lines.map((line) => textAt(line, 'ordering_provider.npi') ?? ''),
  ]
  return {
    procedures: asked(lines.flatMap((line) => procedureOf(line) ?? [])),
    npis: asked(npis.filter(isNpi)),
    drugs: asked(drugs.filter(isNdc)),
  }
}

/** One question about the codes of several. */
export function joinedQuestion(questions: readonly ListQuestion[]): ListQuestion {
  const all = (kind: keyof ListQuestion) => [
    ...new Set(questions.flatMap((question) => question[kind])),
  ]
  return { procedures: all('procedures'), npis: all('npis'), drugs: all('drugs') }
}

/** Of the answers to a larger question those to this one, so that few entries are looked through. */
export function answersTo(question: ListQuestion, { lists }: ListAnswers): ListAnswers {
  const codes = new Set(Object.values(question).flat())
  const isAsked = ({ code, other }: ListRow) =>
    codes.has(code) && (other === '' || codes.has(other))
  const own = Object.entries(lists).map(([kind, parts]) => [
    kind,
    parts.map((part) => ({ ...part, rows: part.rows.filter(isAsked) })),
  ])
  return { asked: question, lists: Object.fromEntries(own) as ListAnswers['lists'] }
}

/** True for a question about nothing. */
export function asksNothing(question: ListQuestion): boolean {
  return Object.values(question).every((codes) => codes.length === 0)
}

/** The procedure of a line in capitals; undefined for what is no code of five characters. */
export function procedureOf(line: unknown): string | undefined {
  const code = textAt(line, 'procedure_code')?.toUpperCase()
  return code !== undefined && /^[A-Z\d]{5}$/.test(code) ? code : undefined
}

/** The day of a line: its own, otherwise the visit's. Undefined without a date. */
export function dayOfLine(data: unknown, line: unknown): LocalDate | undefined {
  return dateAt(line, 'date_of_service') ?? dateAt(data, 'date_of_service')
}

/**
 * The entries of the version that judges a day; undefined where the list is not loaded or is of
 * another year.
 */
export function rowsFor(
  answers: ListAnswers | undefined,
  kind: ListKind,
  day: LocalDate,
): ListRow[] | undefined {
  return answers?.lists[kind]?.find(({ from, to }) => from <= day && day <= to)?.rows
}

function asked(codes: readonly string[]): string[] {
  return [...new Set(codes)].toSorted().slice(0, mostAsked)
}
