'use client'
import { use, useEffect, useState } from 'react'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { fromJsonText, type JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'

const seen = new WeakSet<Promise<JsonText<unknown>>>()

/**
 * Hands what the server read for a page (JSON text of a Result) to the query cache, once: going
 * back in the browser brings the same promise again, and by then it may be old, so the query reads
 * anew. Failures are left to the query. True when the page opens with what it brought.
 */
export function useFirstReply<V>(reply: Promise<JsonText<Result<V>>>, key: QueryKey): boolean {
  const client = useQueryClient()
  const [isFirst] = useState(() => !seen.has(reply))
  const text = isFirst ? use(reply) : undefined
  const [isTaken] = useState(() => {
    if (text === undefined) return false
    const result = fromJsonText(text)
    if (result.ok) client.setQueryData(key, result.value)
    return result.ok
  })
  useEffect(() => {
    seen.add(reply)
  }, [reply])
  return isTaken
}
