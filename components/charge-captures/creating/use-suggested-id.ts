'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { focusControl } from '#components/form/focus-control.ts'
import { pageToday } from '#components/frame/page-day.ts'
import type { RecordForm } from '#components/form/writing/use-record-form.tsx'
import { suggestedIdQuery } from '#lib/queries/options.ts'
import { captureIdPrefix, suggestedCaptureId } from '#lib/rules/new-records/capture-id.ts'
import {
  unsavedCapture,
  type Created,
  type Taken,
  type UnsavedCapture,
} from './new-capture-spec.ts'

const name = 'charge_external_id'

/**
 * Suggests an unused charge external id in its empty box. It is a part of what the form began with:
 * a page that was only opened has no draft. A restored draft keeps its own. Where the partner could
 * not be asked, the id is made here, and the partner refuses it if it is taken. Answers the function
 * that suggests another one at once.
 */
export function useSuggestedId<Request extends object>(
  form: RecordForm<UnsavedCapture, Request, Created, Taken>,
): () => void {
  const client = useQueryClient()
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const asked = useRef<string>(undefined)
  const ask = useCallback(async () => {
    const day = pageToday()
    const reply = await client.fetchQuery(suggestedIdQuery({ day })).catch(() => undefined)
    asked.current = reply?.id
    return reply?.id ?? ownId()
  }, [client])
  const put = useCallback((id: string) => {
    latest.current.update(({ body, base, taken }) =>
      unsavedCapture(body, { ...base, [name]: id }, taken),
    )
    latest.current.form.resetField(name, { defaultValue: id })
    // Somebody who is in the box is about to type: that replaces the suggestion.
    const box = document.activeElement
    if (box instanceof HTMLInputElement && box.name === name) setTimeout(() => box.select())
  }, [])
  const isOpen = form.opened !== undefined
  const isRestored = form.restored !== undefined
  useEffect(() => {
    const isFree = () => latest.current.form.getValues(name) === ''
    if (!isOpen || isRestored || !isFree()) return undefined
    let isGone = false
    void ask().then((id) => !isGone && isFree() && put(id))
    return () => {
      isGone = true
    }
  }, [isOpen, isRestored, ask, put])
  return () => {
    // At once, like the one before: Create may be pressed next.
    put(ownId(asked.current))
    latest.current.clear()
    focusControl(name)
  }
}

// Made here, with the prefix of another one.
function ownId(like = ''): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return suggestedCaptureId(pageToday(), bytes, captureIdPrefix([like]))
}
