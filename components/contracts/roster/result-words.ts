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
  if (has('add')) facts.push(['Added', many(sum('add', 'added'))], ['Already there', many(sum('add', 'ignored'))])
  if (has('remove')) facts.push(['Removed', many(sum('remove', 'added'))])
  // The two agree: one number says so.
  if (rosterAfter !== undefined && rosterAfter === total) facts.push(['Roster now', `${many(rosterAfter)} (confirmed)`])
  else {
    if (total !== undefined) facts.push(['Total from the partner', many(total)])
    if (rosterAfter !== undefined) facts.push(['Roster now', many(rosterAfter)])
  }
  const missing = remaining.add + remaining.remove
  const agrees = missing === 0 && (total === undefined || total === rosterAfter)
  return {
    facts,
    agrees,
    words: agrees ? 'The roster matches what was sent.' : differs(remaining, total, rosterAfter),
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
    add + remove === 0 && `it has ${many(after ?? 0)}, but the partner reported ${many(total ?? 0)}`,
  ].filter(Boolean)
  return `The roster doesn’t match: ${parts.join(', ')}. Someone else may have changed it.`
}

function many(count: number): string {
  return count.toLocaleString('en-US')
}
