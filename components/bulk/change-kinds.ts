import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'

/** What a person can do with many captures, by the words in which it is chosen. */
export const changeKinds = {
  set: 'Set a value',
  clear: 'Clear a field',
  replace: 'Replace one value by another',
  'add-row': 'Add a row',
  'remove-row': 'Remove rows',
  map: 'Take values from a CSV file',
  resolve: 'Resolve all errors of this cause',
} satisfies { [kind in AskedChange['kind'] | 'resolve']: string }

export type ChangeKind = keyof typeof changeKinds
