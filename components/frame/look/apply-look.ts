import { lookAttributes, lookCookie, readLook, type Look } from './look.ts'

const year = 365 * 24 * 3600
let save: ((change: Partial<Look>) => Promise<unknown>) | undefined

/** The look of this browser now. */
export function currentLook(): Look {
  const { theme, density } = document.documentElement.dataset
  return readLook(`${theme ?? ''}.${density ?? ''}`)
}

/** True when this browser remembers a look. */
export function hasLook(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${lookCookie}=`))
}

/** Says how a person's choice is kept with the account; answers how to stop that. */
export function keepLookWith(keeper: (change: Partial<Look>) => Promise<unknown>): () => void {
  save = keeper
  return () => {
    save = undefined
  }
}

/** Changes the look as a person chose: at once, and kept with the account (this browser remembers it in any case). */
export function chooseLook(change: Partial<Look>): Look {
  save?.(change).catch(() => undefined)
  return applyLook(change)
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
