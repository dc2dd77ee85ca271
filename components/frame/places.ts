import { FileStack, ReceiptText, RefreshCw } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** A place in the console that the rail, the palette and the "g" keys lead to. */
export type Place = {
  group: string
  label: string
  href: string
  icon: LucideIcon
  /** The letter after "g". */
  letter: string
}

/** The rail, top to bottom. A place stands here once its page exists: one line. */
export const places: readonly Place[] = [
  { group: 'Work', label: 'Updates', href: '/updates', icon: RefreshCw, letter: 'u' },
  { group: 'Records', label: 'Claim creations', href: '/claim-creations', icon: FileStack, letter: 'c' },
  { group: 'Records', label: 'Charge captures', href: '/charge-captures', icon: ReceiptText, letter: 'h' },
]

/** True when a path is the place itself or something inside it. */
export function isInPlace(path: string, place: Pick<Place, 'href'>): boolean {
  return path === place.href || path.startsWith(`${place.href}/`)
}
