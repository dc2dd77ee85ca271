'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useStore } from '#components/frame/use-store.ts'
import { unsavedForm } from '#components/frame/unsaved-form.ts'
import { dataGone, sessionEnded } from './session-store.ts'

/** The page of a signed-in person. It is empty once `dropData` has taken the data out. */
export function SignedInContent({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const isGone = useStore(dataGone)
  useEffect(() => {
    if (isGone) client.removeQueries({ type: 'inactive' })
  }, [client, isGone])
  return isGone ? null : children
}

/**
 * Takes patients' data out of a page whose session has ended. Text that the server does not have
 * keeps the page as it is, below the cover.
 */
export async function dropData(): Promise<void> {
  const form = unsavedForm.read()
  if ((form && !(await form.isKept())) || hasTextInDialog() || !sessionEnded.read()) return
  form?.release()
  dataGone.set(true)
  // What the server sent for the page's first view is in its HTML too.
  for (const script of document.querySelectorAll('script'))
    if (script.textContent.startsWith('self.__next_f.push(')) script.remove()
}

// A dialog's text is in no draft.
function hasTextInDialog(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[role="dialog"] :is(textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"]))',
  )
  return [...fields].some(({ value }) => value !== '')
}
