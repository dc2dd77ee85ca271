'use client'
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { formatLocalDate, weekdayOf, type LocalDate } from '#lib/core/local-date.ts'

/**
 * Numbers by day; null is not known. Lines differ in colour and dashes, and each has its name.
 */
export type DaySeries = {
  label: string
  look: keyof typeof looks
  values: readonly (number | null)[]
}

const looks = {
  red: { stroke: 'stroke-red', fill: 'fill-red', dash: undefined },
  violet: { stroke: 'stroke-violet', fill: 'fill-violet', dash: '6 3' },
  blue: { stroke: 'stroke-blue', fill: 'fill-blue', dash: '2 3' },
  accent: { stroke: 'stroke-accent', fill: 'fill-accent', dash: undefined },
  grey: { stroke: 'stroke-ink-3', fill: 'fill-ink-3', dash: undefined },
} as const

type DayChartProps = {
  /** What is drawn: the name of the chart and of its table. */
  label: string
  kind: 'lines' | 'bars'
  days: readonly LocalDate[]
  /** Each with one value a day. */
  series: readonly DaySeries[]
  /**
   * Who counted each day, as a column of the table. Bars of a day that `isHollow` are drawn as
   * outlines, and `hollowWords` says what that means.
   */
  sources?: readonly { words: string; isHollow: boolean }[]
  hollowWords?: string
  /** The units of the drawing, which the browser scales to the room. */
  width?: number
  height?: number
}

const edge = { top: 8, right: 10, bottom: 20, left: 34 }

/**
 * Numbers by day as lines or bars, with the same numbers as a table: always for screen readers, for
 * everybody on request.
 */
export function DayChart({
  label,
  kind,
  days,
  series,
  sources,
  hollowWords,
  width = 560,
  height = 170,
}: DayChartProps) {
  const [isTable, setTable] = useState(false)
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const y = scaleLinear([0, most], [height - edge.bottom, edge.top]).nice(3)
  const ticks = y.ticks(3).filter(Number.isInteger)
  return (
    <figure aria-label={label} className="flex flex-col gap-1.5">
      {isTable ? null : (
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="w-full">
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={edge.left}
                x2={width - edge.right}
                y1={y(tick)}
                y2={y(tick)}
                className="stroke-line"
              />
              <text
                x={edge.left - 6}
                y={y(tick) + 4}
                textAnchor="end"
                className="fill-ink-3 text-2xs tabular-nums"
              >
                {tick.toLocaleString('en-US')}
              </text>
            </g>
          ))}
          {kind === 'bars' ? (
            <Bars
              days={days}
              series={series}
              isHollow={(place) => sources?.[place]?.isHollow === true}
              y={y}
              width={width}
              height={height}
            />
          ) : (
            <Lines days={days} series={series} y={y} width={width} height={height} />
          )}
        </svg>
      )}
      <div className={isTable ? '' : 'sr-only'}>
        <table aria-label={label} className="w-full text-sm">
          <SmallTableHead
            columns={[
              { label: 'Day' },
              ...series.map(({ label: name }) => ({ label: name, isNumber: true })),
              ...(sources ? [{ label: 'Source' }] : []),
            ]}
          />
          <tbody>
            {days.map((day, place) => (
              <tr key={day} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-4 py-1 text-left font-normal">
                  {formatLocalDate(day, { year: false })}
                </th>
                {series.map(({ label: name, values }) => (
                  <td key={name} className="px-4 py-1 text-right tabular-nums">
                    {values[place]?.toLocaleString('en-US') ?? 'Not known'}
                  </td>
                ))}
                {sources && <td className="px-4 py-1 text-ink-2">{sources[place]?.words}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
        {series.length > 1 &&
          !isTable &&
          series.map((one) => <Legend key={one.label} series={one} kind={kind} />)}
        {!isTable && hollowWords && sources?.some(({ isHollow }) => isHollow) && (
          <span className="inline-flex items-center gap-1.5">
            <Swatch className="fill-panel stroke-ink-2" />
            {hollowWords}
          </span>
        )}
        <Button
          size="small"
          tone="quiet"
          className="-mr-1.5 ml-auto"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
          <span className="sr-only">: {label}</span>
        </Button>
      </figcaption>
    </figure>
  )
}

type DrawingProps = {
  days: readonly LocalDate[]
  y: (value: number) => number
  width: number
  height: number
}

function Bars({
  days,
  series,
  isHollow,
  y,
  width,
  height,
}: DrawingProps & { series: readonly DaySeries[]; isHollow: (place: number) => boolean }) {
  const x = scaleBand(days, [edge.left, width - edge.right]).padding(0.3)
  const wide = x.bandwidth() / series.length
  const ground = height - edge.bottom
  return (
    <>
      {days.map((day, place) => {
        const left = x(day) ?? 0
        const isUnknown = series.every(({ values }) => values[place] == null)
        return (
          <g key={day} opacity={isWeekend(day) ? 0.5 : 1}>
            {isUnknown && (
              <text
                x={left + x.bandwidth() / 2}
                y={ground - 4}
                textAnchor="middle"
                className="fill-ink-3 text-2xs"
              >
                –
              </text>
            )}
            {series.map(({ label, look, values }, nth) => {
              const value = values[place]
              if (value == null) return null
              return (
                <rect
                  key={label}
                  x={left + nth * wide}
                  y={y(value)}
                  width={Math.max(1, wide - (series.length > 1 ? 1.5 : 0))}
                  height={Math.max(0, ground - y(value))}
                  rx={2}
                  className={
                    isHollow(place) ? `fill-panel ${looks[look].stroke}` : looks[look].fill
                  }
                >
                  <title>{`${label}, ${formatLocalDate(day, { year: false })}: ${value.toLocaleString('en-US')}`}</title>
                </rect>
              )
            })}
          </g>
        )
      })}
      <DayNames days={days} at={(day) => (x(day) ?? 0) + x.bandwidth() / 2} height={height} />
    </>
  )
}

function Lines({
  days,
  series,
  y,
  width,
  height,
}: DrawingProps & { series: readonly DaySeries[] }) {
  const x = scalePoint(days, [edge.left + 8, width - edge.right - 8])
  const at = (day: LocalDate) => x(day) ?? 0
  const path = line<number | null>(
    (_, place) => at(days[place] ?? ''),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null)
  return (
    <>
      {series.map(({ label, look, values }) => (
        <g key={label}>
          <path
            d={path([...values]) ?? undefined}
            fill="none"
            strokeWidth={2}
            strokeDasharray={looks[look].dash}
            strokeLinejoin="round"
            className={looks[look].stroke}
          />
          {days.map((day, place) => {
            const value = values[place]
            if (value == null) return null
            return (
              <circle
                key={day}
                cx={at(day)}
                cy={y(value)}
                r={place === days.length - 1 ? 3.5 : 2}
                className={looks[look].fill}
              >
                <title>{`${label}, ${formatLocalDate(day, { year: false })}: ${value.toLocaleString('en-US')}`}</title>
              </circle>
            )
          })}
        </g>
      ))}
      <DayNames days={days} at={at} height={height} />
    </>
  )
}

function DayNames({
  days,
  at,
  height,
}: {
  days: readonly LocalDate[]
  at: (day: LocalDate) => number
  height: number
}) {
  return days.map((day) => (
    <text
      key={day}
      x={at(day)}
      y={height - 5}
      textAnchor="middle"
      className="fill-ink-3 text-2xs tabular-nums"
    >
      {Number(day.slice(-2))}
    </text>
  ))
}

// Of lines the newest value, of bars what they add up to.
function Legend({
  series: { label, look, values },
  kind,
}: {
  series: DaySeries
  kind: DayChartProps['kind']
}): ReactNode {
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return (
    <span className="inline-flex items-center gap-1.5">
      {kind === 'bars' ? (
        <Swatch className={looks[look].fill} />
      ) : (
        <svg aria-hidden="true" width="18" height="8">
          <line
            x1="0"
            x2="18"
            y1="4"
            y2="4"
            strokeWidth={2}
            strokeDasharray={looks[look].dash}
            className={looks[look].stroke}
          />
        </svg>
      )}
      {label}{' '}
      <span className="text-ink tabular-nums">
        {(kind === 'bars' ? sum : values.at(-1))?.toLocaleString('en-US')}
      </span>
    </span>
  )
}

function Swatch({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" width="10" height="10">
      <rect x="0.5" y="0.5" width="9" height="9" rx="2" className={className} />
    </svg>
  )
}

function isWeekend(day: LocalDate): boolean {
  return weekdayOf(day).startsWith('S')
}

/**
 * A part of a whole as a thin bar: `share` is between 0 and 1. Its number is beside it, so that it
 * needs no name.
 */
export function ShareBar({
  share,
  tone = 'accent',
}: {
  share: number
  tone?: 'accent' | 'amber' | 'red'
}) {
  const fill = { accent: 'fill-accent', amber: 'fill-amber', red: 'fill-red' }[tone]
  const x = scaleLinear([0, 1], [0, 100]).clamp(true)
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
      <rect x="0" y="0" width={share > 0 ? Math.max(1, x(share)) : 0} height="8" className={fill} />
    </svg>
  )
}
