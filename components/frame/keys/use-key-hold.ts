'use client'
import { useLayoutEffect } from 'react'
import { holdKeys } from './keys.ts'

/**
 * Plain keys rest while `isHeld`, and letters half a second longer with `andAfter`. See `holdKeys`.
 */
export function useKeyHold(
  isHeld: boolean,
  { andAfter = false }: { andAfter?: boolean } = {},
): void {
  useLayoutEffect(() => (isHeld ? holdKeys({ andAfter }) : undefined), [isHeld, andAfter])
}
