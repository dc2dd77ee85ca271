'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { useFirstReply } from '../reading/use-first-reply.ts'

type Options<Key extends QueryKey> = UseQueryOptions<FoundDraft | null, Error, FoundDraft | null, Key> & { queryKey: Key }

/**
 * The draft that a form opens with: as the server read it for the page (JSON text of a Result), or read anew when the
 * page is shown again. `isReady` is false until that is known; a draft that cannot be read holds nobody up.
 */
export function useFoundDraft<Key extends QueryKey>(reply: Promise<string>, options: Options<Key>, isOn = true): { isReady: boolean; found: FoundDraft | undefined } {
  const client = useQueryClient()
  useFirstReply(reply, options.queryKey)
  const { data, isPending } = useQuery({ ...options, enabled: isOn })
  const key = JSON.stringify(options.queryKey)
  // What the form keeps from now on is not what was found: a later visit must ask again.
  useEffect(() => () => client.removeQueries({ queryKey: JSON.parse(key) as QueryKey }), [client, key])
  return { isReady: !isOn || !isPending, found: data ?? undefined }
}
