/**
 * A person's theme and density. A cookie holds them, so that the first paint is right without a
 * script.
 */
export type Look = { theme: 'system' | 'light' | 'dark'; density: 'compact' | 'comfortable' }

export const lookCookie = 'console_look'

/**
 * Parses a cookie's value ("dark.compact"). Unknown parts become the system's theme and the compact
 * density.
 */
export function readLook(cookie: string | undefined): Look {
  const [theme, density] = (cookie ?? '').split('.')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'comfortable' ? density : 'compact',
  }
}

/**
 * The attributes of the root element for a look. No theme attribute means that the system decides.
 */
export function lookAttributes({ theme, density }: Look) {
  return { 'data-theme': theme === 'system' ? undefined : theme, 'data-density': density }
}
