import { humanize } from '#lib/lists/filter-value.ts'

const owners: Record<string, string> = { CANDID: 'Partner', CUSTOMER: 'Us', CODER: 'Coder', NONE: 'Nobody' }

/** The owner of the next action in billers' words. An unknown value is shown as words. */
export function ownerWord(owner: string): string {
  return owners[owner] ?? humanize(owner)
}
