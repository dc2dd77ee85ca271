import type { SendProgress, SentBatch } from './send-change.ts'

/** The result of a change in numbers, and whether what the partner answered agrees with the roster read afterwards. */
export function resultWords({ batches, remaining, total, rosterAfter }: SendProgress): {
  facts: [name: string, value: string][]
  agrees: boolean
  words: string
} {
  const sum = (kind: SentBatch['kind'], of: 'added' | 'ignored') =>
    batches.reduce((all, batch) => (batch.kind === kind ? all + batch[of] : all), 0)
  const has = (kind: SentBatch['kind']) => batches.some((batch) => batch.kind === kind)
  const facts: [string, string][] = []
  if (has('add')) facts.push(['Added', many(sum('add', 'added'))], ['Were there already', many(sum('add', 'ignored'))])
  if (has('remove')) facts.push(['Removed', many(sum('remove', 'added'))])
  if (total !== undefined) facts.push(['Total, the partner says', many(total)])
  if (rosterAfter !== undefined) facts.push(['Read afterwards', many(rosterAfter)])
  const missing = remaining.add + remaining.remove
  const agrees = missing === 0 && (total === undefined || total === rosterAfter)
  return {
    facts,
    agrees,
    words: agrees ? 'The roster, read again, holds what was sent.' : differs(remaining, total, rosterAfter),
  }
}

function differs(
  { add, remove }: SendProgress['remaining'],
  total: number | undefined,
  after: number | undefined,
): string {
  const parts = [
    add > 0 && `${many(add)} that ${add === 1 ? 'was added is' : 'were added are'} not on it`,
    remove > 0 && `${many(remove)} that ${remove === 1 ? 'was removed is' : 'were removed are'} on it again`,
    add + remove === 0 && `it has ${many(after ?? 0)} where the partner answered ${many(total ?? 0)}`,
  ].filter(Boolean)
  return `Read again, the roster differs: ${parts.join(', ')}. Somebody else may have changed it meanwhile.`
}

function many(count: number): string {
  return count.toLocaleString('en-US')
}
