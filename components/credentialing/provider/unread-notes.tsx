import type { ProviderReply } from '#lib/actions/providers/read-provider.ts'

type Note = { key: string; words: string }

/** What of a provider could not be read, and what stays open because of it; nothing if all was. */
export function UnreadNotes({
  read: { contracts, spans, facilities, risk },
  staleBecause,
}: {
  read: Pick<ProviderReply, 'contracts' | 'spans'> & Partial<ProviderReply>
  staleBecause: string | undefined
}) {
  const notes: (Note | false)[] = [
    staleBecause !== undefined && {
      key: 'stale',
      words: `${staleBecause} The page shows what was read before.`,
    },
    contracts.failure !== null && {
      key: 'contracts',
      words: `Not all contracts could be read: ${contracts.failure.message} The provider may be on more rosters.`,
    },
    spans.failure !== null && {
      key: 'spans',
      words: `Not all spans could be read: ${spans.failure.message} Cover may be better than shown.`,
    },
    !!facilities?.failure && {
      key: 'facilities',
      words: `Not all facilities could be read: ${facilities.failure.message}`,
    },
    risk?.is_whole === false && {
      key: 'risk',
      words:
        'The coverage board has more payers at risk than are read here, so captures at risk may be missing.',
    },
  ]
  const shown = notes.filter((note) => note !== false)
  if (shown.length === 0) return null
  return (
    <ul
      role="status"
      className="rounded-card border border-amber bg-amber-tint px-4 py-2.5 text-sm break-words"
    >
      {shown.map(({ key, words }) => (
        <li key={key}>{words}</li>
      ))}
    </ul>
  )
}
