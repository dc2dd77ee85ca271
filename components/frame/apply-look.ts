import { lookAttributes, lookCookie, readLook } from './look.ts'
import type { Look } from './look.ts'

const year = 365 * 24 * 3600

/** The look of this browser now. */
export function currentLook(): Look {
  const { theme, density } = document.documentElement.dataset
  return readLook(`${theme ?? ''}.${density ?? ''}`)
}

/** Changes the look at once and remembers it in this browser. */
export function applyLook(change: Partial<Look>): Look {
  const look = { ...currentLook(), ...change }
  const root = document.documentElement
  for (const [name, value] of Object.entries(lookAttributes(look))) {
    if (value === undefined) root.removeAttribute(name)
    else root.setAttribute(name, value)
  }
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${lookCookie}=${look.theme}.${look.density}; path=/; max-age=${year}; samesite=lax${secure}`
  return look
}
