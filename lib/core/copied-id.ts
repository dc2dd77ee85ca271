import { withHyphens } from './folded.ts'
import { withoutInvisible } from './invisible-signs.ts'

const quotes = '"\'`´‘’‚‛“”„‟«»‹›'

/**
 * An id as a person copied it, without what mails, chats and tables add: invisible signs, quotes and
 * blanks around it, a # before it, a comma behind it, and other dashes for its hyphens. `around`
 * has further signs to take off its start and end.
 */
export function copiedId(text: string, around = { before: '', behind: '' }): string {
  const clean = withHyphens(withoutInvisible(text))
  const isOf = (signs: string) => (sign: string) => sign.trim() === '' || signs.includes(sign)
  const isBefore = isOf(`${quotes}#${around.before}`)
  const isBehind = isOf(`${quotes},;${around.behind}`)
  // Loops instead of patterns: a pattern that ends at the end of a text is tried at every place.
  let [from, until] = [0, clean.length]
  while (from < until && isBefore(clean[from]!)) from += 1
  while (until > from && isBehind(clean[until - 1]!)) until -= 1
  return clean.slice(from, until)
}
