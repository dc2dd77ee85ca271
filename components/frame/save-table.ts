import { saveFile } from '#components/ui/save-file.ts'
import type { Failure } from '#lib/core/result.ts'
import { pageAccount } from './account/session-store.ts'
import { pageToday } from './page-day.ts'

const types = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The kind of a file with rows: its ending. */
export type TableFormat = keyof typeof types

/** The kinds of file that a person chooses from, with their names. */
export const tableFormats = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
] as const

/**
 * Downloads the file that a route of ours makes, by the name that the route gives it, else `name`,
 * with today's date. Returns the failure if the route answered with one; rejects if the server does
 * not answer.
 */
export async function saveTable(
  path: string,
  name: string,
  input: object,
  format: TableFormat = 'csv',
): Promise<Failure | undefined> {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: pageAccount.read(), ...input }),
  })
  // A failure is our own JSON.
  if (!reply.headers.get('content-type')?.startsWith(types[format]))
    return ((await reply.json()) as { error: Failure }).error
  const given = /filename\*=UTF-8''(\S+)/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
  const words = given === undefined ? name : decodeURIComponent(given)
  // Signs that a file system refuses.
  const safe = words.replaceAll(/[\s\\/:*?"<>|\p{C}]+/gu, '-')
  saveFile(`${safe}-${pageToday()}.${format}`, await reply.blob())
  return undefined
}
