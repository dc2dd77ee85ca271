import { z } from 'zod'
import { withoutInvisible } from '#lib/core/invisible-signs.ts'
import { mixesAlphabets } from '#lib/core/plain-name.ts'

/** A name that others read: invisible signs and direction marks are left out. */
export function shownName(most: number) {
  return z
    .string()
    .transform(withoutInvisible)
    .pipe(z.string().trim().min(1, 'Enter a name.').max(most, `Use at most ${most} characters.`))
}

/** A person's name, each of whose words keeps to one alphabet. */
export const personName = shownName(200).refine(
  (name) => !mixesAlphabets(name),
  'Write each word with the letters of one alphabet.',
)
