import { humanize } from '#lib/lists/filter-value.ts'

const owners: Record<string, string> = { CANDID: 'Partner', CUSTOMER: 'Us', CODER: 'Coder', NONE: 'Nobody' }

/** Who acts next, in the words of billers; an unknown value is shown as words. */
export function ownerWord(owner: string): string {
  return owners[owner] ?? humanize(owner)
}
