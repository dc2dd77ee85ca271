import type { LucideIcon } from 'lucide-react'
import type { StatusWord } from '#components/ui/status-words.ts'

/** The kinds of lines with the heading of each. Tab narrows the palette to one. */
export const kindLabels = {
  lately: 'Opened lately',
  patient: 'Patients',
  record: 'Records',
  party: 'Providers, facilities and payers',
  cause: 'Causes',
  view: 'Saved views',
  action: 'Actions',
} as const
export type Kind = keyof typeof kindLabels

/** One line of the palette. */
export type Line = {
  /** Unique among the lines. */
  id: string
  icon: LucideIcon
  /** What it opens or does; `isCode` for an id. */
  title: string
  isCode?: boolean
  /** What makes sure that it is the right one: dates, ids, names. */
  details?: readonly (string | undefined)[]
  status?: StatusWord | undefined
  /** Whole cents. */
  cents?: number | undefined
  /** What kind of line it is, or how much it stands for. */
  end?: string
  keys?: string | undefined
  /** Why it can't be chosen now: the line is grey. */
  whyNot?: string | undefined
  /**
   * The address that it opens, or how to get it; undefined where that failed and the person was
   * told. Without it the line runs `run`.
   */
  href?: string | (() => Promise<string | undefined>)
  run?: () => void
}

/** The lines of one kind under one heading. */
export type LineGroup = {
  /** Unique among the groups. */
  key: string
  kind: Kind
  label: string
  /** Every match that is known, the best first. */
  lines: readonly Line[]
  /** There may be more matches than those that were read. */
  hasMore?: boolean
  isLoading?: boolean
  /** That the search failed, in words. Lines that are known stay. */
  failure?: string | undefined
  /** That nothing was found, in words: the group then keeps its place. */
  none?: string | undefined
  /** The address of the list of all matches, or how to get it. */
  all?: Line['href']
}
