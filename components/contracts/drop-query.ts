'use client'
import { usePathname, useRouter } from 'next/navigation'

/**
 * Removes the query that opened a dialog from the page's address, so that neither a reload nor Back
 * opens it again.
 */
export function useDropQuery(): () => void {
  const router = useRouter()
  const pathname = usePathname()
  // `history.replaceState` is not enough: the router keeps the address for Back.
  return () => router.replace(pathname, { scroll: false })
}
