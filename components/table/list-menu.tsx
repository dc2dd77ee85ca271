'use client'
import { writtenKeys } from '#components/frame/keys/keys.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'

/** One entry of a list's menu. */
export type ListAction = { label: string; keys?: string; run: () => void; isDisabled?: boolean }

type ListMenuProps = {
  anchor: HTMLElement
  actions: readonly ListAction[]
  onClose: () => void
}

/** The open menu of a list: what is done with the whole list, but for making a record. */
export function ListMenu({ anchor, actions, onClose }: ListMenuProps) {
  return (
    <Menu anchor={anchor} onClose={onClose} label="More actions" align="end">
      {actions.map(({ label, keys, run, isDisabled = false }) => (
        <MenuItem key={label} disabled={isDisabled} onSelect={run}>
          {label}
          {keys !== undefined && (
            <span aria-hidden="true" className="ml-auto pl-4">
              <Kbd keys={writtenKeys(keys)} />
            </span>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}
