'use client'
import { useEffect } from 'react'
import { applyLook, hasLook, keepLookWith } from './apply-look.ts'
import type { Look } from './look.ts'

type LookKeeperProps = {
  /** The account's choice, made in any browser. */
  stored: Partial<Look>
  save: (change: Partial<Look>) => Promise<unknown>
}

/**
 * Carries the chosen theme and density between browsers: this browser's cookie wins, then the
 * account's choice.
 */
export function LookKeeper({ stored: { theme, density }, save }: LookKeeperProps) {
  useEffect(() => {
    if (!hasLook() && (theme || density))
      applyLook({ ...(theme && { theme }), ...(density && { density }) })
    return keepLookWith(save)
  }, [theme, density, save])
  return null
}
