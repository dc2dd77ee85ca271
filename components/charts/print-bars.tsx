import type { BarLook } from './bar-look.ts'
import { lengthOf, type Tick, type TimeWindow } from './time-scale.ts'
import type { TimelineBar } from './timeline-row.tsx'

// A print may have no colours: each look has its own black-and-white pattern.
const fills: Record<string, string> = {
  'accent solid': '#555',
  'accent striped': 'url(#print-slanted)',
  'blue solid': '#000',
  'amber solid': 'url(#print-upright)',
  'amber hatched': 'url(#print-dots)',
  'red dashed': 'url(#print-crossed)',
  'red hollow': '#fff',
  'grey outline': '#fff',
}

/** The fill patterns of printed bars. Render them once a page. */
export function PrintPatterns() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        <pattern id="print-slanted" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" fill="#555" />
          <path d="M-1 1 1-1M0 5 5 0M4 6 6 4" stroke="#fff" strokeWidth="1.3" />
        </pattern>
        <pattern id="print-upright" width="3" height="3" patternUnits="userSpaceOnUse">
          <rect width="3" height="3" fill="#fff" />
          <rect width="1.5" height="3" fill="#000" />
        </pattern>
        <pattern id="print-dots" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" fill="#fff" />
          <circle cx="2" cy="2" r="0.8" fill="#000" />
        </pattern>
        <pattern id="print-crossed" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" fill="#fff" />
          <path d="M0 0 4 4M4 0 0 4" stroke="#000" strokeWidth="0.5" />
        </pattern>
      </defs>
    </svg>
  )
}

/** A sample of a look for the legend of a print. */
export function PrintSample({ look }: { look: BarLook }) {
  return (
    <svg aria-hidden="true" width="22" height="9" className="shrink-0">
      <rect x="0.5" y="0.5" width="21" height="8" {...inked(look)} />
    </svg>
  )
}

// The drawing is as wide as its cell; its units are thousandths of that width.
const units = 1_000

/** The bars of one printed row. */
export function PrintBars({
  bars,
  window: shown,
  ticks,
}: {
  bars: readonly TimelineBar[]
  window: TimeWindow
  ticks: readonly Tick[]
}) {
  const perDay = units / lengthOf(shown)
  const percent = (day: number) =>
    `${Math.max(0, Math.min(units, (day - shown.from) * perDay)) / 10}%`
  return (
    <svg aria-hidden="true" width="100%" height="11" className="block">
      {ticks.map(({ day }) => (
        <line
          key={day}
          x1={percent(day)}
          x2={percent(day)}
          y1="0"
          y2="11"
          stroke="#bbb"
          strokeWidth="0.5"
        />
      ))}
      {bars.map(({ start, end, look }) => {
        const width = Math.min(end + 1, shown.from + lengthOf(shown)) - Math.max(start, shown.from)
        return (
          width > 0 && (
            <rect
              key={start}
              x={percent(start)}
              y="1.5"
              height="8"
              width={`${(width * perDay) / 10}%`}
              {...inked(look)}
            />
          )
        )
      })}
    </svg>
  )
}

function inked({ tone, fill }: BarLook) {
  return {
    fill: fills[`${tone} ${fill}`] ?? '#fff',
    stroke: fill === 'outline' ? '#999' : '#000',
    strokeWidth: 0.7,
    strokeDasharray: fill === 'hollow' ? '3 2' : undefined,
  }
}
