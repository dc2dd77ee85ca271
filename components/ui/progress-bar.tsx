import { formatTime } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'

/** A thin progress bar. The text beside it states the progress too. */
export function ProgressBar({
  label,
  value,
  max,
  className = 'w-28',
}: {
  label: string
  value: number
  max: number
  className?: string
}) {
  return (
    <progress
      aria-label={label}
      value={Math.min(value, max)}
      max={Math.max(1, max)}
      className={`h-1.5 shrink-0 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent ${className}`}
    />
  )
}

/** The words of a job's progress, with the time (ISO text) at which it goes on by itself. */
export function progressWords({ words, until }: { words: string; until?: string }): string {
  if (until === undefined) return words
  return `Goes on at ${formatTime(Date.parse(until), ownTimeZone())}. ${words}`
}
