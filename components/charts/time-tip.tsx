/** A bar that is pointed at or has the focus, and where it is in the timeline, in pixels. */
export type Pointed = { row: number; bar: number; x: number; top: number; bottom: number; width: number }

const wide = 264

/** What the pointed bar is, beside it. The bar's own name says the same, so this is for the eye only. */
export function TimeTip({ pointed, words, leads }: { pointed: Pointed; words: string; leads: string }) {
  const left = Math.max(8, Math.min(pointed.x - wide / 2, pointed.width - wide - 8))
  const isBelow = pointed.top < 120
  return (
    <div
      aria-hidden="true"
      style={{ left, width: wide, top: isBelow ? pointed.bottom + 4 : pointed.top - 4 }}
      className={`pointer-events-none absolute z-30 rounded-control bg-raised px-2.5 py-1.5 text-xs text-ink shadow-float ${isBelow ? '' : '-translate-y-full'}`}
    >
      <p className="font-medium">{words}</p>
      <p className="text-ink-2">{leads}</p>
    </div>
  )
}
