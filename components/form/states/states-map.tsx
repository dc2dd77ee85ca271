import { classNames } from '#components/ui/class-names.ts'
import { columnStyle, mapTiles, rowStyle } from './state-tiles.ts'

/** A small map on which some states stand out, beside their names in words: nothing in it is only to be seen. */
export function StatesMap({ chosen }: { chosen: readonly string[] }) {
  return (
    <div aria-hidden="true" className="grid max-w-80 grid-cols-12 gap-0.5">
      {mapTiles.map(({ code, row, column }) => (
        <span
          key={code}
          className={classNames(
            'flex h-5 items-center justify-center rounded-sm text-2xs',
            columnStyle[column],
            rowStyle[row],
            chosen.includes(code) ? 'bg-accent font-semibold text-accent-ink' : 'bg-grey-tint text-ink-3',
          )}
        >
          {code}
        </span>
      ))}
    </div>
  )
}
