import type { KeyBinding } from '#components/frame/keys/keys.ts'

const group = 'In a service line'

/** The keys of the grid for the list of keys; the grid handles them itself. */
export const lineKeys: readonly KeyBinding[] = [
  { keys: 'Enter', label: 'Same column, next line; adds one after the last', group },
  { keys: 'Shift+Enter', label: 'Same column, line above', group },
  { keys: 'ArrowUp ArrowDown', label: 'Line above, line below', group },
  { keys: 'Shift+ArrowUp ArrowDown', label: 'Select lines of a column', group },
  { keys: 'Mod+d', label: 'Fill down from above, or over the selection', group },
  { keys: 'Mod+v', label: 'Paste cells of a spreadsheet', group },
  { keys: 'Alt+ArrowUp', label: 'Move the line up', group },
  { keys: 'Alt+ArrowDown', label: 'Move the line down', group },
  { keys: 'Alt+Shift+ArrowDown', label: 'Copy the line', group },
  { keys: 'Alt+Delete', label: 'Delete the line', group },
  { keys: 'Mod+z', label: 'Undo a paste, a fill, or a line deleted, copied or moved', group },
]

/** The keys that a capture's reader may use: those that change nothing. */
export const lineReadKeys: readonly KeyBinding[] = lineKeys.slice(1, 3)
