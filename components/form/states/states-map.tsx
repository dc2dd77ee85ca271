import { classNames } from '#components/ui/class-names.ts'
import { columnStyle, mapTiles, rowStyle } from './state-tiles.ts'

/**
 * A small map with highlighted states, beside their names as text, so that no information is only
 * visual.
 */
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
            chosen.includes(code)
              ? 'bg-accent font-semibold text-accent-ink'
              : 'bg-grey-tint text-ink-3',
          )}
        >
          {code}
        </span>
      ))}
    </div>
  )
}
