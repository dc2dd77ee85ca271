import { stripeStep } from './bar-look.ts'
import type { BarLook } from './bar-look.ts'
import type { Palette } from './palette.ts'

/** A bar on one row of a drawing: its edges in pixels, how it looks and what is written in it. */
export type PaintedBar = { left: number; right: number; look: BarLook; words?: string | undefined }

export type RowDrawing = { width: number; height: number; bars: readonly PaintedBar[]; ticks: readonly number[]; palette: Palette }

const barHeight = 17
const radius = 4
const padding = 7

/** Draws one row anew: the lines of the time scale, then the bars. The context is scaled to CSS pixels already. */
export function paintRow(context: CanvasRenderingContext2D, { width, height, bars, ticks, palette }: RowDrawing): void {
  context.clearRect(0, 0, width, height)
  context.fillStyle = palette.line
  for (const x of ticks) context.fillRect(Math.round(x), 0, 1, height)
  const top = Math.round((height - barHeight) / 2)
  for (const bar of bars) {
    const left = Math.max(bar.left, -radius * 2)
    const right = Math.min(bar.right, width + radius * 2)
    if (right > left) paintBar(context, { ...bar, left, right }, top, Math.min(width, right), palette)
  }
}

function paintBar(context: CanvasRenderingContext2D, { left, right, look, words }: PaintedBar, top: number, visibleEnd: number, palette: Palette): void {
  const tone = palette.tones[look.tone]
  const isFilled = look.fill === 'solid' || look.fill === 'striped'
  // A day is less than a pixel when years are shown; a short stretch must be seen all the same. Neighbours keep a hair apart.
  const wide = Math.max(right - left - 1, 2)
  const trace = () => {
    context.beginPath()
    context.roundRect(isFilled ? left : left + 0.5, isFilled ? top : top + 0.5, isFilled ? wide : Math.max(wide - 1, 1), isFilled ? barHeight : barHeight - 1, radius)
  }
  trace()
  context.fillStyle = isFilled ? tone.strong : look.fill === 'hollow' ? palette.panel : tone.tint
  context.fill()
  if (look.fill === 'striped' || look.fill === 'hatched') {
    paintStripes(context, { left, wide, top, colour: look.fill === 'striped' ? palette.panel : tone.strong, weight: look.fill === 'striped' ? 2 : 0.75 })
    trace()
  }
  if (!isFilled) {
    context.strokeStyle = tone.strong
    context.lineWidth = 1
    context.setLineDash(look.fill === 'dashed' || look.fill === 'hollow' ? [3, 2] : [])
    context.stroke()
  }
  if (words) paintWords(context, { words, from: Math.max(left, 0) + padding, to: Math.min(left + wide, visibleEnd) - padding, top, look, palette })
}

// Within the path that is traced.
function paintStripes(context: CanvasRenderingContext2D, { left, wide, top, colour, weight }: { left: number; wide: number; top: number; colour: string; weight: number }): void {
  context.save()
  context.clip()
  context.strokeStyle = colour
  context.globalAlpha = 0.55
  context.setLineDash([])
  context.lineWidth = weight
  context.beginPath()
  // From whole steps of the scale, so that the pattern stands still while bars grow and shrink.
  for (let x = Math.floor((left - barHeight) / stripeStep) * stripeStep; x < left + wide; x += stripeStep) {
    context.moveTo(x, top + barHeight)
    context.lineTo(x + barHeight, top)
  }
  context.stroke()
  context.restore()
}

type Words = { words: string; from: number; to: number; top: number; look: BarLook; palette: Palette }

function paintWords(context: CanvasRenderingContext2D, { words, from, to, top, look, palette }: Words): void {
  const wide = widthOf(context, words, palette.font)
  if (wide > to - from) return
  const tone = palette.tones[look.tone]
  // On stripes the words get a ground of their own.
  if (look.fill === 'hatched' || look.fill === 'striped') {
    context.fillStyle = look.fill === 'striped' ? tone.strong : tone.tint
    context.fillRect(from - 3, top + 2, wide + 6, barHeight - 4)
  }
  context.font = palette.font
  context.textBaseline = 'middle'
  context.fillStyle = look.fill === 'solid' || look.fill === 'striped' ? palette.panel : tone.ink
  context.fillText(words, from, top + barHeight / 2 + 0.5)
}

const widths = new Map<string, number>()

// Measuring is dear, and the words are always the same few.
function widthOf(context: CanvasRenderingContext2D, words: string, font: string): number {
  const key = `${font} ${words}`
  let known = widths.get(key)
  if (known === undefined) {
    if (widths.size > 2_000) widths.clear()
    context.font = font
    known = context.measureText(words).width
    widths.set(key, known)
  }
  return known
}
