import { formatLocalDate, isLocalDate, weekdayOf } from '#lib/core/local-date.ts'

type LocalDateProps = {
  /** `YYYY-MM-DD`; other text is shown unchanged. */
  date: string | null | undefined
  weekday?: boolean
  year?: boolean
}

/**
 * A local date as the partner wrote it, never shifted by a time zone; the weekday shows on hover.
 */
export function LocalDate({ date, weekday = false, year = true }: LocalDateProps) {
  if (!date) return null
  if (!isLocalDate(date)) return <span>{date}</span>
  return (
    <time dateTime={date} title={weekdayOf(date)} className="whitespace-nowrap">
      {formatLocalDate(date, { weekday, year })}
    </time>
  )
}
