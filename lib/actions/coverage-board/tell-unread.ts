import 'server-only'
import type { Unread } from '#lib/rules/coverage/board.ts'
import type { WalkEnd } from './walk-list.ts'

/** What a walk could not read, in words: the rest after a failure, and items of an unknown format. */
export function tellUnread(
  unread: Unread[],
  { failure, unreadable }: WalkEnd,
  words: { rest: string; item: string; contract_id?: string },
): void {
  const contract = words.contract_id === undefined ? {} : { contract_id: words.contract_id }
  if (failure) unread.push({ what: words.rest, message: failure.message, ...contract })
  if (unreadable > 0)
    unread.push({
      what: `${words.item}: ${unreadable}`,
      message: 'The partner sent them in an unknown format.',
      ...contract,
    })
}
