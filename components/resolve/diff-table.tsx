import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import type { BilledChange } from '#lib/rules/billed-diff/billed-change.ts'
import { diffClasses } from '#lib/rules/billed-diff/classes.ts'
import { placeWords, valueWords } from '#lib/rules/billed-diff/change-words.ts'
import { classWords, movedWords } from './diff-words.ts'

type DiffTableProps = {
  changes: readonly BilledChange[]
  /** The name of a capture, where there are several; undefined where there is one. */
  nameOf?: ((captureId: string) => string) | undefined
  /** What the two values are. */
  sides?: { caption: string; billed: string; now: string }
  /** False for records without service lines: the classes say what a difference does to a claim. */
  isByClass?: boolean
}

const billedAndNow = { caption: 'Billed and current values', billed: 'Billed', now: 'Now' }

/**
 * Differences between two versions of a record, the most important class first; by default of what
 * was billed and now.
 */
export function DiffTable({
  changes,
  nameOf,
  sides = billedAndNow,
  isByClass = true,
}: DiffTableProps) {
  const columns = [
    { label: 'Field', className: 'w-2/5' },
    { label: sides.billed },
    { label: sides.now },
    { label: 'Change', isNumber: true },
  ]
  const ofClass = (kind: BilledChange['class']) => changes.filter((change) => change.class === kind)
  return (
    <SideScroll>
      <table className="w-full text-sm">
        <caption className="sr-only">{sides.caption}</caption>
        <SmallTableHead columns={columns} />
        {isByClass ? (
          diffClasses
            .filter((kind) => ofClass(kind).length > 0)
            .map((kind) => <Rows key={kind} kind={kind} changes={ofClass(kind)} nameOf={nameOf} />)
        ) : (
          <Rows changes={changes} nameOf={nameOf} />
        )}
      </table>
    </SideScroll>
  )
}

function Rows({ kind, changes, nameOf }: DiffTableProps & { kind?: BilledChange['class'] }) {
  return (
    <tbody>
      {kind && (
        <tr>
          <th scope="rowgroup" colSpan={4} className="px-4 pt-3 pb-1 text-left">
            <StatusBadge tone={classWords[kind].tone}>{classWords[kind].word}</StatusBadge>
          </th>
        </tr>
      )}
      {changes.map((change) => (
        <tr
          key={`${change.capture_id} ${change.path} ${change.line}`}
          className="border-b border-line align-top last:border-0"
        >
          <th scope="row" className="px-4 py-1.5 text-left font-normal">
            <FieldName change={change} />
            {nameOf && change.capture_id !== undefined && (
              <span className="block font-mono text-xs break-all text-ink-3">
                {nameOf(change.capture_id)}
              </span>
            )}
          </th>
          <td className="px-2 py-1.5 break-words text-ink-2">
            {valueWords(change, change.billed)}
          </td>
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
