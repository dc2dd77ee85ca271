const height = 18
const barWidth = 4
const gap = 1
const recent = 3

/**
 * The number of open claims on each of the last days as small bars, the last three in red; its name
 * says the numbers.
 */
export function TrendBars({ trend }: { trend: readonly number[] }) {
  if (trend.length === 0) return null
  const most = Math.max(1, ...trend)
  return (
    <svg
      role="img"
      aria-label={trendWords(trend)}
      width={trend.length * (barWidth + gap) - gap}
      height={height}
      className="inline-block align-middle"
    >
      {[...trend.entries()].map(([day, claims]) => {
        const tall = Math.max(2, Math.round((claims / most) * height))
        const isRecent = day >= trend.length - recent
        return (
          <rect
            key={day}
            x={day * (barWidth + gap)}
            y={height - tall}
            width={barWidth}
            height={tall}
            rx={1}
            className={claims === 0 ? 'fill-line' : isRecent ? 'fill-red' : 'fill-faint'}
          />
        )
      })}
    </svg>
  )
}

/** The same in words: "Open claims over 14 days: 4, 4, 6, … 9 today". */
export function trendWords(trend: readonly number[]): string {
  return `Open claims over ${trend.length} days: ${trend.map((claims) => claims.toLocaleString('en-US')).join(', ')} today`
}
