'use client'
import { useEffect, useState } from 'react'
import type { BarTone } from './bar-look.ts'

/** The colours of a drawing, resolved from the tokens for the theme that is shown. */
export type Palette = {
  tones: Record<BarTone, { strong: string; tint: string; ink: string }>
  panel: string
  line: string
  font: string
}

const tokens = ['--accent', '--accent-tint', '--red', '--red-tint', '--amber', '--amber-tint', '--blue', '--blue-tint', '--ink-2', '--grey-tint', '--line', '--line-strong', '--panel'] as const

/** The palette of the theme that is shown; undefined until the page is there. It follows a change of theme. */
export function usePalette(): Palette | undefined {
  const [palette, setPalette] = useState<Palette>()
  useEffect(() => {
    const read = () => setPalette(readPalette())
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', read)
    // What is measured before the page's own face has come would be too wide or too narrow.
    void document.fonts.ready.then(read)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', read)
    }
  }, [])
  return palette
}

// A token is a pair for light and dark: only an element that uses it knows which one counts.
function readPalette(): Palette {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const read = (token: (typeof tokens)[number]) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const of = Object.fromEntries(tokens.map((token) => [token, read(token)])) as Record<(typeof tokens)[number], string>
  const { fontFamily } = getComputedStyle(probe)
  probe.remove()
  const toned = (tone: 'accent' | 'red' | 'amber' | 'blue') => ({ strong: of[`--${tone}`], tint: of[`--${tone}-tint`], ink: of[`--${tone}`] })
  return {
    tones: { accent: toned('accent'), red: toned('red'), amber: toned('amber'), blue: toned('blue'), grey: { strong: of['--line-strong'], tint: of['--grey-tint'], ink: of['--ink-2'] } },
    panel: of['--panel'],
    line: of['--line'],
    font: `500 11px ${fontFamily}`,
  }
}
