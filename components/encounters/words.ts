import { humanize } from '#lib/lists/filter-value.ts'

const owners: Record<string, string> = { CANDID: 'Partner', CUSTOMER: 'Us', CODER: 'Coder', NONE: 'Nobody' }

/** Who has the next action, as billers say it; a value that we do not know is shown as words of its own. */
export function ownerWord(owner: string): string {
  return owners[owner] ?? humanize(owner)
}
