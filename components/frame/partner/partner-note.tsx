'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PartnerState } from '#lib/core/partner-state.ts'
import { freshnessStore } from '#components/frame/freshness.ts'
import { useStore } from '#components/frame/use-store.ts'
import { partnerTrouble, watchPartner } from './partner-trouble.ts'
import { formatDateTime, formatTime } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'

const words = {
  down: 'Partner isn’t answering',
  busy: 'Partner asked for a pause',
  'key-refused': 'Partner refuses the stored key',
  insecure: 'Connection isn’t secure, nothing is sent',
} as const

/**
 * The end of the strip: trouble with the partner and the time of its last good answer, and when the
 * data on the page was read. `atStart` is the state when the page was made. When the partner
 * answers again, whatever had failed is read again.
 */
export function PartnerNote({ atStart, canRepair }: { atStart: PartnerState; canRepair: boolean }) {
  const client = useQueryClient()
  const freshness = useStore(freshnessStore)
  const trouble = useStore(partnerTrouble)
  const wasInTrouble = useRef(false)
  useEffect(() => {
    if (atStart.kind === 'answers') return
    partnerTrouble.set(atStart)
    watchPartner()
  }, [atStart])
  useEffect(() => {
    if (wasInTrouble.current && !trouble)
      void client.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      })
    wasInTrouble.current = trouble !== undefined
  }, [client, trouble])
  const kind = trouble?.kind ?? 'answers'
  return (
    <span className="ml-auto flex shrink-0 gap-2.5 pl-4 max-sm:min-w-0 max-sm:shrink max-sm:overflow-hidden max-sm:pl-0">
      <span role="status">
        {trouble && kind !== 'answers' && (
          <strong className="rounded-sm bg-panel px-1.5 py-0.5 font-bold text-red">
            {words[kind]}
            {lastAnswer(trouble)}
            {canRepair && (kind === 'key-refused' || kind === 'insecure') && (
              <>
                {' '}
                <a href="/settings/connections" className="underline">
                  Connections
                </a>
              </>
            )}
          </strong>
        )}
      </span>
      {freshness && (
        <span>
          {freshness.next === undefined
            ? `as of ${formatTime(freshness.at, ownTimeZone())}`
            : `Queue as of ${formatTime(freshness.at, ownTimeZone())} · next refresh ${formatTime(freshness.next, ownTimeZone())}`}
          {freshness.unreachable && !trouble && (
            <strong className="font-bold">, partner unreachable</strong>
          )}
        </span>
      )}
    </span>
  )
}

function lastAnswer({ last_answer_at: at }: PartnerState): string {
  if (at === null) return ''
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return `, last answer ${isToday ? formatTime(at, ownTimeZone()) : formatDateTime(at, ownTimeZone())}`
}
