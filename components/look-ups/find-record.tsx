'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { LookUpReply } from '#lib/actions/replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { lookUpKinds, shownAtOnce } from './look-up-kinds.ts'
import type { Among, Found, Line, LookUpKind } from './look-up-kinds.ts'

type FindRecordProps<K extends LookUpKind> = {
  kind: K
  /** What is looked for: "Find the rendering provider". */
  title: string
  /** What to do where the key may not look up: "Type the NPI in its field." */
  byHand: string
  among?: Among | undefined
  onChoose: (item: Found[K]) => void
  onClose: () => void
}

type Entry = { item: unknown; line: Line }

function entriesOf<Item>(data: LookUpReply<Item> | undefined, line: (item: Item) => Line): Entry[] {
  return (data?.items ?? []).filter((item) => typeof item === 'object' && item !== null).map((item) => ({ item, line: line(item) }))
}

const pause = 200

/** Type a part of a name, arrows to move, Enter to choose, Escape to leave. Load it with `onDemand`. */
export function FindRecord<K extends LookUpKind>({ kind, title, byHand, among, onChoose, onClose }: FindRecordProps<K>) {
  const { many, label, from, query, line } = lookUpKinds[kind]
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim())
  const input = useRef<HTMLInputElement>(null)
  const isAsked = text.length >= from
  const options = query(text, among) as unknown as UseQueryOptions<LookUpReply<Found[K]>>
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({ ...options, enabled: isAsked, placeholderData: (before: LookUpReply<Found[K]> | undefined) => before })
  // The same entries as long as nothing else was found: new ones would take the highlight back to the first.
  const entries = useMemo(() => (isAsked ? entriesOf(data, line) : []), [isAsked, data, line])
  const isOpen = data?.is_available !== false && !error
  const isOld = isFetching || isPlaceholderData || text !== typed.trim()
  const choose = ({ item }: Entry) => {
    onClose()
    onChoose(item as Found[K])
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          initialFocus={input}
          className="fixed top-[12dvh] left-1/2 z-50 flex max-h-[76dvh] w-150 max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-card bg-raised text-ink shadow-float outline-none"
        >
          <Dialog.Title className="px-4 pt-3 text-xs font-medium text-ink-2">{title}</Dialog.Title>
          {/* The partner has searched: the list shows every line that it is given. */}
          <Autocomplete.Root open inline items={entries} filter={null} autoHighlight="always" keepHighlight value={typed} onValueChange={(next) => setTyped(next)} itemToStringValue={(entry) => entry.line.title}>
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <Autocomplete.Input ref={input} aria-label={label} placeholder={label} autoComplete="off" spellCheck={false} className="h-11 w-full bg-transparent text-base outline-none" />
              {isAsked && isOld && <Spinner />}
              <Dialog.Close className="rounded-sm" aria-label="Esc: close">
                <Kbd keys="Esc" />
              </Dialog.Close>
            </div>
            {error && isAsked && (
              <div role="alert" className="flex items-center gap-3 px-4 py-5 text-sm">
                <p className="min-w-0 grow">{failureOf(error).message} {byHand}</p>
                <Button size="small" onClick={() => void refetch()}>Try again</Button>
              </div>
            )}
            {!error && data?.is_available === false && <p role="alert" className="px-4 py-5 text-sm">The stored key may not look up {many}. {byHand}</p>}
            {isOpen && (
              <Autocomplete.List className="min-h-0 overflow-y-auto p-1.5 empty:hidden" aria-busy={isOld}>
                {(entry: Entry) => (
                  <Autocomplete.Item key={entries.indexOf(entry)} value={entry} onClick={() => choose(entry)} className="flex cursor-default flex-col gap-0.5 rounded-control px-2.5 py-1.5 text-sm select-none data-highlighted:bg-hover">
                    <span className="flex items-baseline gap-3">
                      <span className="min-w-0 truncate font-medium">{entry.line.title || 'Without a name'}</span>
                      <span className="ml-auto shrink-0 font-mono text-xs text-ink-2">{entry.line.code}</span>
                    </span>
                    {entry.line.note && <span className="truncate text-xs text-ink-2">{entry.line.note}</span>}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            )}
            <Autocomplete.Status className="border-t border-line px-4 py-2 text-xs text-ink-2 empty:hidden">
              {isOpen && standing({ isAsked, isOld, count: entries.length, many, text, from })}
            </Autocomplete.Status>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function standing({ isAsked, isOld, count, many, text, from }: { isAsked: boolean; isOld: boolean; count: number; many: string; text: string; from: number }): string {
  if (!isAsked) return `Type at least ${from} letters.`
  if (isOld && count === 0) return 'Searching …'
  if (count === 0) return text === '' ? `There are no ${many}.` : `No ${many} match “${text}”.`
  if (count >= shownAtOnce) return `The first ${count} ${many}. Type more to narrow.`
  return `${count} ${many}`
}

// What was typed, once the person pauses: each letter would be a request to the partner.
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
