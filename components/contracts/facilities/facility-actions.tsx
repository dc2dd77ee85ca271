'use client'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { FacilityActionsProps } from './facility-menu.tsx'

const FacilityMenu = onDemand(() => import('./facility-menu.tsx').then((module) => module.FacilityMenu))

/** What can be done with one facility of the contract. */
export function FacilityActions(props: FacilityActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <IconButton
        size="small"
        label={`Actions for ${props.name}`}
        icon={<MoreHorizontal aria-hidden="true" className="size-4" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
        className="-mt-1 -mr-1.5 shrink-0"
      />
      {anchor && <FacilityMenu {...props} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
}
