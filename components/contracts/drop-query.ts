'use client'
import { usePathname, useRouter } from 'next/navigation'

/** How to take what opened a dialog out of the page's address, so that neither a reload nor the way back opens it again. */
export function useDropQuery(): () => void {
  const router = useRouter()
  const pathname = usePathname()
  // Not by the browser's history alone: the router keeps the address for the way back, too.
  return () => router.replace(pathname, { scroll: false })
}
