import { createContext, type ReactNode } from 'react'

/** What a form says beside the titles of its sections, by their wire paths; nothing by default. */
export const SectionNotes = createContext<{ [at: string]: ReactNode }>({})
