/** How a person likes the console to look; kept in a cookie so that the first paint is right, before any script. */
export type Look = { theme: 'system' | 'light' | 'dark'; density: 'compact' | 'comfortable' }

export const lookCookie = 'console_look'

/** The look in a cookie's value ("dark.compact"); anything unknown falls back to the system's theme and the compact density. */
export function readLook(cookie: string | undefined): Look {
  const [theme, density] = (cookie ?? '').split('.')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'comfortable' ? density : 'compact',
  }
}

/** The attributes of the root element for a look. No theme attribute means that the system decides. */
export function lookAttributes({ theme, density }: Look) {
  return { 'data-theme': theme === 'system' ? undefined : theme, 'data-density': density }
}
