import { classNames } from './class-names.ts'

type SmallColumn = { label: string; isNumber?: boolean; className?: string }

/**
 * The head of a small table that runs to the edges of its card: quiet labels, numbers to the right.
 */
export function SmallTableHead({ columns }: { columns: readonly SmallColumn[] }) {
  return (
    <thead>
      <tr className="border-b border-line text-xs text-ink-2">
        {columns.map(({ label, isNumber, className }, place) => (
          <th
            key={label}
            scope="col"
            className={classNames(
              'py-1.5 font-medium',
              place === 0 || place === columns.length - 1 ? 'px-4' : 'px-2',
              isNumber ? 'text-right' : 'text-left',
              className,
            )}
          >
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
