'use client'
import { Building2, Trash2, Users } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import type { FacilityRow } from './facility-rows.ts'

/** A facility and its actions. */
export type FacilityActionsProps = {
  facility: FacilityRow
  name: string
  onAssign: (facility: FacilityRow) => void
  onChange: (facility: FacilityRow) => void
  onRemove: (facility: FacilityRow) => void
}

/** The menu of one facility. Load it with `onDemand`. */
export function FacilityMenu({
  facility,
  name,
  anchor,
  onAssign,
  onChange,
  onRemove,
  onClose,
}: FacilityActionsProps & { anchor: HTMLElement; onClose: () => void }) {
  return (
    <Menu anchor={anchor} onClose={onClose} label={`Actions for ${name}`} align="end">
      <MenuItem
        icon={<Users aria-hidden="true" className="size-4 text-ink-3" />}
        onSelect={() => onAssign(facility)}
      >
        Providers…
      </MenuItem>
      <MenuItem
        icon={<Building2 aria-hidden="true" className="size-4 text-ink-3" />}
        onSelect={() => onChange(facility)}
      >
        Change facility…
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden="true" className="size-4 text-ink-3" />}
        onSelect={() => onRemove(facility)}
      >
        Remove from the contract…
      </MenuItem>
    </Menu>
  )
}
