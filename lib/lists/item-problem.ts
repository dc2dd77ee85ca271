import { partnerWords } from '#lib/contract/wire-words.ts'
import type { QueueItem } from './queue.ts'

/**
 * What stands in the way of an item of the queue; of several problems, how many there are and the
 * first.
 */
export function itemProblem({
  message,
  hold,
  kind,
  change,
  others,
}: Pick<QueueItem, 'message' | 'hold' | 'kind' | 'change' | 'others'>): string | undefined {
  const words =
    (message && partnerWords(message)) ??
    hold ??
    change?.step_words ??
    (kind === 'updated' ? 'Changed since billed' : undefined)
  return others === undefined ? words : `${others + 1} problems · ${words}`
}
