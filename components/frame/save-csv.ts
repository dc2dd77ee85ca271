import { saveFile } from '#components/ui/save-file.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import type { Failure } from '#lib/core/result.ts'
import { pageAccount } from './account/session-store.ts'

/**
 * Downloads the CSV file that a route of ours makes, as `name` with today's date. Returns the
 * failure if the route answered with one; rejects if the server does not answer.
 */
export async function saveCsv(
  path: string,
  name: string,
  input: object,
): Promise<Failure | undefined> {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: pageAccount.read(), ...input }),
  })
  // A failure is our own JSON.
  if (!reply.headers.get('content-type')?.startsWith('text/csv'))
    return ((await reply.json()) as { error: Failure }).error
  saveFile(`${name}-${localDateAt(Date.now())}.csv`, await reply.blob())
  return undefined
}
