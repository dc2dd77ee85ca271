import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { BilledChange } from '#lib/rules/billed-diff/billed-change.ts'
import { diffClasses } from '#lib/rules/billed-diff/classes.ts'
import { classWords, movedWords, placeWords, valueWords } from './diff-words.ts'

type DiffTableProps = {
  changes: readonly BilledChange[]
  /** The name of a capture, where there are several; undefined where there is one. */
  nameOf: ((captureId: string) => string) | undefined
}

const columns = [
  { label: 'Field', className: 'w-2/5' },
  { label: 'Billed' },
  { label: 'Now' },
  { label: 'Change', isNumber: true },
]

/** The differences between what was billed and now, by class, the most important first. */
export function DiffTable({ changes, nameOf }: DiffTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Billed and current values</caption>
        <SmallTableHead columns={columns} />
        {diffClasses.map((kind) => {
          const own = changes.filter((change) => change.class === kind)
          return own.length === 0 ? null : <ClassRows key={kind} kind={kind} changes={own} nameOf={nameOf} />
        })}
      </table>
    </div>
  )
}

function ClassRows({ kind, changes, nameOf }: DiffTableProps & { kind: BilledChange['class'] }) {
  const { word, tone } = classWords[kind]
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className="px-4 pt-3 pb-1 text-left">
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </th>
      </tr>
      {changes.map((change) => (
        <tr
          key={`${change.capture_id} ${change.path} ${change.line}`}
          className="border-b border-line align-top last:border-0"
        >
          <th scope="row" className="px-4 py-1.5 text-left font-normal">
            <FieldName change={change} />
            {nameOf && change.capture_id !== undefined && (
              <span className="block font-mono text-xs break-all text-ink-3">{nameOf(change.capture_id)}</span>
            )}
          </th>
          <td className="px-2 py-1.5 break-words text-ink-2">{valueWords(change, change.billed)}</td>
          <td className="px-2 py-1.5 font-medium break-words">{valueWords(change, change.now)}</td>
          <td className="px-4 py-1.5 text-right whitespace-nowrap tabular-nums">
            {change.cents === 0 ? '' : movedWords(change.cents)}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

// A path holds no patient's data, so a link may contain it.
function FieldName({ change }: { change: BilledChange }) {
  const words = placeWords(change)
  if (change.capture_id === undefined) return <span title={change.path}>{words}</span>
  return (
    <SoftLink
      href={`/charge-captures/${encodeURIComponent(change.capture_id)}?field=${encodeURIComponent(change.path)}`}
      title={`${change.path} in the capture`}
      className="underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-current"
    >
      {words}
    </SoftLink>
  )
}
