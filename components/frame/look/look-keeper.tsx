'use client'
import { useEffect } from 'react'
import { applyLook, hasLook, keepLookWith } from './apply-look.ts'
import type { Look } from './look.ts'

type LookKeeperProps = {
  /** What the account chose on any browser. */
  stored: Partial<Look>
  save: (change: Partial<Look>) => Promise<unknown>
}

/** Carries the chosen look from browser to browser: this one's cookie comes first, the account's choice fills in. */
export function LookKeeper({ stored: { theme, density }, save }: LookKeeperProps) {
  useEffect(() => {
    if (!hasLook() && (theme || density)) applyLook({ ...(theme && { theme }), ...(density && { density }) })
    return keepLookWith(save)
  }, [theme, density, save])
  return null
}
