import { dateText } from '#lib/lists/columns.ts'
import type { TakenSource } from '#lib/rules/new-records/take-over.ts'

/** Where values came from: "from CHG-12408 of 10/03/2026". */
export function sourceWords(source: TakenSource): string {
  const day = source.date === null ? 'of an unknown date' : `of ${dateText(source.date)}`
  return source.kind === 'registration'
    ? `from registration ${day}`
    : `from ${source.external_id || 'an earlier charge capture'} ${day}`
}

/** That values may be old: "check it: as of 10/03/2026". */
export function asOfWords({ date }: TakenSource): string {
  return date === null ? 'check it: its date is unknown' : `check it: as of ${dateText(date)}`
}
