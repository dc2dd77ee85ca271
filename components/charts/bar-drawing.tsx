import { Fragment } from 'react'
import { type BarLook, stripeStep } from './bar-look.ts'

/** A bar on one row of a drawing: its edges in pixels, its look and its text. */
export type DrawnBar = { left: number; right: number; look: BarLook; words?: string | undefined }

const barHeight = 17
const padding = 7
// A bar that continues outside the drawing ends this far beyond its edge, so that its end is not
// visible.
const beyond = 8

/** The fill patterns of the bars. Render them once for all rows. */
export function BarPatterns() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        <Stripes id="bar-striped-accent" ground="var(--accent)" stripe="var(--panel)" weight={2} />
        <Stripes
          id="bar-hatched-amber"
          ground="var(--amber-tint)"
          stripe="var(--amber)"
          weight={0.75}
        />
      </defs>
    </svg>
  )
}

/** The bars of one row, cut to the visible part. */
export function BarDrawing({
  bars,
  width,
  height,
}: {
  bars: readonly DrawnBar[]
  width: number
  height: number
}) {
  const top = Math.round((height - barHeight) / 2)
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      {/* Keyed by index, so that the next row reuses the same elements. */}
      {bars.map(({ left: from, right: to, look, words }, place) => {
        const left = Math.max(from, -beyond)
        const right = Math.min(to, width + beyond)
        if (right <= 0 || left >= width) return null
        const isFilled = look.fill === 'solid' || look.fill === 'striped'
        // With several years in view a day is less than a pixel. A short bar must still be visible.
        const wide = Math.max(right - left - 1, 2)
        const start = Math.max(left, 0) + padding
        const inset = isFilled ? 0 : 0.5
        return (
          <Fragment key={place}>
            <rect
              x={left + inset}
              y={top + inset}
              width={Math.max(wide - 2 * inset, 1)}
              height={barHeight - 2 * inset}
              rx="4"
              {...inked(look)}
            />
            {words && fits(words, Math.min(left + wide, width) - padding - start) && (
              <text
                x={start}
                y={top + barHeight - 4.75}
                className="text-2xs font-medium"
                fill={
                  isFilled ? 'var(--panel)' : `var(--${look.tone === 'grey' ? 'ink-2' : look.tone})`
                }
                {...lifted(look)}
              >
                {words}
              </text>
            )}
          </Fragment>
        )
      })}
    </svg>
  )
}

function inked({ tone, fill }: BarLook) {
  const strong = tone === 'grey' ? 'var(--line-strong)' : `var(--${tone})`
  if (fill === 'solid') return { fill: strong }
  if (fill === 'striped' || fill === 'hatched')
    return { fill: `url(#bar-${fill}-${tone})`, stroke: fill === 'hatched' ? strong : undefined }
  return {
    fill: fill === 'hollow' ? 'var(--panel)' : `var(--${tone}-tint)`,
    stroke: strong,
    strokeDasharray: fill === 'outline' ? undefined : '3 2',
  }
}

// On stripes the letters get an outline in the background colour, so that they stay legible.
function lifted({ tone, fill }: BarLook) {
  if (fill !== 'striped' && fill !== 'hatched') return {}
  return {
    stroke: fill === 'striped' ? `var(--${tone})` : `var(--${tone}-tint)`,
    strokeWidth: 4,
    paintOrder: 'stroke',
  }
}

function Stripes({
  id,
  ground,
  stripe,
  weight,
}: {
  id: string
  ground: string
  stripe: string
  weight: number
}) {
  return (
    <pattern id={id} width={stripeStep} height={stripeStep} patternUnits="userSpaceOnUse">
      <rect width={stripeStep} height={stripeStep} fill={ground} />
      <path
        d={`M-1 1 1 -1M0 ${stripeStep} ${stripeStep} 0M${stripeStep - 1} ${stripeStep + 1} ${stripeStep + 1} ${stripeStep - 1}`}
        stroke={stripe}
        strokeWidth={weight}
        strokeOpacity="0.6"
      />
    </pattern>
  )
}

const widths = new Map<string, number>()
// Text in a drawing is 11 px high, in the page's font.
const size = 11
let context: CanvasRenderingContext2D | null | undefined

// True when the text fits into this many pixels. Each text is measured once, because there are only
// a few.
function fits(words: string, room: number): boolean {
  // Bounds for any text: most bars need no measurement.
  if (room < words.length * 3) return false
  if (room > words.length * 9) return true
  return widthOf(words) <= room
}

function widthOf(words: string): number {
  let known = widths.get(words)
  if (known === undefined) {
    context ??= document.createElement('canvas').getContext('2d')
    if (!context) return words.length * 9
    context.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`
    known = context.measureText(words).width
    if (widths.size > 2_000) widths.clear()
    widths.set(words, known)
  }
  return known
}
