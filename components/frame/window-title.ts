'use client'
import { useEffect } from 'react'

const siteName = 'Billing console'

/**
 * Names the window by its record as long as the component is shown: "CHG-1 · Aetna · 11/23/2026 ·
 * $125.00 · Billing console". Browsers keep titles in their history, so `parts` must never hold a
 * patient's name or id (SECURITY.md). Without parts the page keeps its own title.
 */
export function useWindowTitle(parts: readonly (string | undefined)[]): void {
  const words = parts.filter(Boolean).join(' · ')
  useEffect(() => {
    if (words === '') return
    const before = document.title
    const own = `${words} · ${siteName}`
    document.title = own
    return () => {
      // The next page may have set its title already.
      if (document.title === own) document.title = before
    }
  }, [words])
}
