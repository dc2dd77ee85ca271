const widths = new Map<string, number>()
// Words of a drawing are 11 px high, in the page's own face.
const size = 11
let context: CanvasRenderingContext2D | null | undefined

/** True when words of a drawing fit into so many pixels. Each is measured once: they are always the same few. */
export function fits(words: string, room: number): boolean {
  // Nothing is as wide as this, nor as narrow: most bars need no measuring.
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
