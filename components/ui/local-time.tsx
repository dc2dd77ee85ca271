'use client'
import { useSyncExternalStore } from 'react'
import { formatLocalDate, localDateAt } from '#lib/core/local-date.ts'

const never = () => () => {}

/**
 * An instant (ISO text) in the browser's time zone, as "09:41", with its date unless it is today.
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
      {words || <span className="invisible">00:00</span>}
    </time>
  )
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

function wordsOf(at: string): string {
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return at
  const date = new Date(instant)
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
  return date.toDateString() === new Date().toDateString()
    ? time
    : `${formatLocalDate(localDateAt(instant), { year: false })}, ${time}`
}
