'use client'
import { useSyncExternalStore } from 'react'
import { formatDateTime, formatTime } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'

const never = () => () => {}

/**
 * An instant (ISO text) in the browser's time zone, as "9:41 AM", with its date unless it is today.
 * The server does not know the reader's time zone, so its HTML has no time.
 */
export function LocalTime({ at }: { at: string }) {
  const words = useSyncExternalStore(
    never,
    () => wordsOf(at),
    () => '',
  )
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {words || <span className="invisible">10:00 AM</span>}
    </time>
  )
}

function wordsOf(at: string): string {
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return at
  const isToday = new Date(instant).toDateString() === new Date().toDateString()
  return isToday ? formatTime(instant, ownTimeZone()) : formatDateTime(instant, ownTimeZone())
}
