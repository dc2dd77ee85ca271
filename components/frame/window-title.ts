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
    const own = `${words} · ${siteName}`
    const { pathname } = location
    let ofPage = document.title
    // The page's own title may come after its record; that of the next page stays.
    const put = () => {
      if (document.title === own || location.pathname !== pathname) return
      ofPage = document.title
      document.title = own
    }
    put()
    const titles = new MutationObserver(put)
    titles.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      titles.disconnect()
      // The next page may have set its title already.
      if (document.title === own) document.title = ofPage
    }
  }, [words])
}
