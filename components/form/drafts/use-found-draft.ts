'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DraftPlace, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { useFirstReply } from '../reading/use-first-reply.ts'
import { forgetLastVersion, isAsNew, readLastVersion } from './last-version.ts'

type DraftKey = readonly [operation: string, at: DraftPlace]
type Options<Key extends DraftKey> = UseQueryOptions<FoundDraft | null, Error, FoundDraft | null, Key> & { queryKey: Key }

// A message that was not there after this time was lost on its way: what the server has is shown then.
const [lateMs, askAgainMs] = [4_000, 150]

/**
 * The draft that a form opens with: as the server read it for the page (JSON text of a Result), or read anew when the
 * page is shown again. `isReady` is false until that is known; a draft that cannot be read holds nobody up. A page that
 * was asked for before the last message of the one before it arrived waits for that message.
 */
export function useFoundDraft<Key extends DraftKey>(reply: Promise<string>, options: Options<Key>, isOn = true): { isReady: boolean; found: FoundDraft | undefined } {
  const client = useQueryClient()
  useFirstReply(reply, options.queryKey)
  const { data, isPending } = useQuery({ ...options, enabled: isOn })
  const [isLate, setLate] = useState(false)
  const key = JSON.stringify(options.queryKey)
  const latest = useRef({ options, data })
  useLayoutEffect(() => {
    const { options, data } = latest.current
    const at = options.queryKey[1]
    const last = isOn ? readLastVersion(at) : undefined
    if (!last) return undefined
    if (isAsNew(data, last)) return forgetLastVersion(at, last)
    const gone = new AbortController()
    const ask = async () => {
      const until = Date.now() + lateMs
      while (!gone.signal.aborted && Date.now() < until) {
        const found = await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => null)
        if (isAsNew(found, last)) break
        await new Promise((again) => setTimeout(again, askAgainMs))
      }
      if (gone.signal.aborted) return
      forgetLastVersion(at, last)
      setLate(false)
    }
    setLate(true)
    void ask()
    return () => gone.abort()
  }, [client, isOn])
  // What the form keeps from now on is not what was found: a later visit must ask again.
  useEffect(() => () => client.removeQueries({ queryKey: JSON.parse(key) as unknown[] }), [client, key])
  return { isReady: !isOn || (!isPending && !isLate), found: data ?? undefined }
}
