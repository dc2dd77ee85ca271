'use client'
import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DraftPlace, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { useFirstReply } from '#components/form/reading/use-first-reply.ts'
import {
  forgetLastVersion,
  holdDraft,
  isAsNew,
  lastArrives,
  readLastVersion,
  releaseDraft,
  type LastVersion,
} from './last-version.ts'

type DraftKey = readonly [operation: string, at: DraftPlace]
type Options<Key extends DraftKey> = UseQueryOptions<FoundDraft | null, Error, FoundDraft | null, Key> & {
  queryKey: Key
}

/**
 * The draft that a form opens with: as the server read it for the page (JSON text of a Result), or read anew when the
 * page is shown again. `isReady` is false until that is known; a draft that cannot be read holds nobody up. A page that
 * was asked for before the last message of the one before it arrived waits for that message.
 */
export function useFoundDraft<Key extends DraftKey>(
  reply: Promise<string>,
  options: Options<Key>,
  isOn = true,
): { isReady: boolean; found: FoundDraft | undefined } {
  const client = useQueryClient()
  useFirstReply(reply, options.queryKey)
  const { data, isPending } = useQuery({ ...options, enabled: isOn })
  const [wait, setWait] = useState<'none' | 'waiting' | 'dropped'>('none')
  const key = JSON.stringify(options.queryKey)
  const latest = useRef({ options, data, isOn })
  const last = useRef<LastVersion>(undefined)
  // The form that the server drew is there for one moment. It must keep no draft, so this runs before its own effects.
  useInsertionEffect(() => {
    const { options, data, isOn } = latest.current
    const at = options.queryKey[1]
    const noted = isOn ? readLastVersion(at) : undefined
    if (!noted) return undefined
    if (isAsNew(data, noted)) return forgetLastVersion(at, noted)
    last.current = noted
    holdDraft(at)
    return () => releaseDraft(at)
  }, [])
  useLayoutEffect(() => {
    const noted = last.current
    if (!noted) return undefined
    const { options } = latest.current
    const at = options.queryKey[1]
    const gone = new AbortController()
    setWait('waiting')
    void lastArrives(() => client.fetchQuery({ ...options, staleTime: 0 }), noted, gone.signal).then((isThere) => {
      if (gone.signal.aborted) return
      last.current = undefined
      releaseDraft(at)
      // A draft that was dropped stays away, even when the message about it was lost.
      const isLostDrop = noted.isDrop && !isThere
      if (!isLostDrop) forgetLastVersion(at, noted)
      setWait(isLostDrop ? 'dropped' : 'none')
    })
    return () => gone.abort()
  }, [client])
  // What the form keeps from now on is not what was found: a later visit must ask again.
  useEffect(() => () => client.removeQueries({ queryKey: JSON.parse(key) as unknown[] }), [client, key])
  return { isReady: !isOn || (!isPending && wait !== 'waiting'), found: (wait === 'none' && data) || undefined }
}
