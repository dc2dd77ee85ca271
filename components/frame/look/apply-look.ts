import { lookAttributes, lookCookie, readLook, type Look } from './look.ts'

const year = 365 * 24 * 3600
let save: ((change: Partial<Look>) => Promise<unknown>) | undefined

/** The current theme and density of this browser. */
export function currentLook(): Look {
  const { theme, density } = document.documentElement.dataset
  return readLook(`${theme ?? ''}.${density ?? ''}`)
}

/** True if this browser has stored a theme and density. */
export function hasLook(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${lookCookie}=`))
}

/** Sets how a choice is stored with the account; returns a function that stops it. */
export function keepLookWith(keeper: (change: Partial<Look>) => Promise<unknown>): () => void {
  save = keeper
  return () => {
    save = undefined
  }
}

/** Applies a person's choice at once, and stores it in this browser and with the account. */
export function chooseLook(change: Partial<Look>): Look {
  save?.(change).catch(() => undefined)
  return applyLook(change)
}

/** Applies a choice at once and stores it in this browser. */
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
