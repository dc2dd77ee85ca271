'use client'
import { LogOut, ShieldAlert, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import {
  Menu,
  MenuChoice,
  MenuHeading,
  MenuItem,
  MenuNote,
  MenuSeparator,
} from '#components/ui/menu.tsx'
import { chooseLook, currentLook } from '#components/frame/look/apply-look.ts'
import { openOverlay } from '#components/frame/overlay-store.ts'
import { signOut } from './sign-out.ts'

export type FrameAccount = {
  name: string
  email: string
  role: string
  /** The console's version, for whoever reports a problem. */
  version: string
  /** True if the person may take an administrator's rights for an hour. */
  mayBreakGlass: boolean
}

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const

/** The account menu: name and role, theme and density, sign out, and the version. */
export function AccountMenu({
  account,
  anchor,
  onClose,
}: {
  account: FrameAccount
  anchor: HTMLElement
  onClose: () => void
}) {
  const router = useRouter()
  const [look, setLook] = useState(currentLook)
  return (
    <Menu anchor={anchor} onClose={onClose} label="Account" side="top">
      <MenuHeading title={account.name} note={account.email} />
      <MenuSeparator />
      <MenuChoice
        label="Theme"
        value={look.theme}
        options={themes}
        onChange={(theme) => setLook(chooseLook({ theme }))}
      />
      <MenuChoice
        label="Density"
        value={look.density}
        options={densities}
        onChange={(density) => setLook(chooseLook({ density }))}
      />
      <MenuSeparator />
      <MenuItem
        icon={<UserRound aria-hidden="true" className="size-4 text-ink-3" />}
        onSelect={() => router.push('/settings/account')}
      >
        Your account
      </MenuItem>
      {account.mayBreakGlass && (
        <MenuItem
          icon={<ShieldAlert aria-hidden="true" className="size-4 text-ink-3" />}
          onSelect={() => openOverlay('emergency')}
        >
          Emergency access…
        </MenuItem>
      )}
      <MenuItem
        icon={<LogOut aria-hidden="true" className="size-4 text-ink-3" />}
        onSelect={signOut}
      >
        Sign out
      </MenuItem>
      <MenuSeparator />
      <MenuNote>Version {account.version}</MenuNote>
    </Menu>
  )
}
