import { Card } from '#components/ui/card.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import type { CodeSetsReply } from '#lib/actions/catalogue/code-sets.ts'
import { listKinds, listWords, sizeWords } from './list-words.ts'

type List = CodeSetsReply['lists'][number]

const states = {
  loaded: { tone: 'green', words: 'Loaded' },
  loading: { tone: 'blue', words: 'Loading' },
  unreadable: { tone: 'red', words: 'Can’t be read' },
  older: { tone: 'grey', words: 'Not used' },
} as const

/** The lists besides ICD-10-CM, each with its placed files. */
export function CodeListTable({ lists }: { lists: readonly List[] }) {
  return (
    <Card title="Other lists" flush>
      <SideScroll>
        <table aria-label="Other code lists" className="w-full min-w-[52rem] text-sm">
          <SmallTableHead
            columns={[
              { label: 'List' },
              { label: 'State' },
              { label: 'Of' },
              { label: 'Entries', isNumber: true },
              { label: 'File' },
              { label: 'Placed' },
            ]}
          />
          {listKinds.map((kind) => (
            <ListRows key={kind} kind={kind} files={lists.filter((list) => list.kind === kind)} />
          ))}
        </table>
      </SideScroll>
    </Card>
  )
}

function ListRows({ kind, files }: { kind: List['kind']; files: readonly List[] }) {
  const { name, file, from } = listWords[kind]
  const head = (
    <th
      scope="rowgroup"
      rowSpan={Math.max(1, files.length)}
      className="w-64 px-4 py-2.5 text-left align-top font-medium"
    >
      {name}
      <span className="block text-xs font-normal text-ink-2">{from}</span>
    </th>
  )
  if (files.length === 0)
    return (
      <tbody className="border-t border-line first-of-type:border-0">
        <tr className="align-top">
          {head}
          <td className="px-2 py-2.5 text-amber">Not loaded</td>
          <td className="px-2 py-2.5 text-ink-2">–</td>
          <td className="px-2 py-2.5 text-right text-ink-2">–</td>
          <td className="px-2 py-2.5 text-xs text-ink-2">
            Such as <span className="font-mono">{file}</span>
          </td>
          <td className="px-2 py-2.5 text-ink-2">–</td>
        </tr>
      </tbody>
    )
  return (
    <tbody className="border-t border-line first-of-type:border-0">
      {files.map((one, at) => (
        <FileRow key={one.name} file={one} head={at === 0 && head} />
      ))}
    </tbody>
  )
}

function FileRow({ file, head }: { file: List; head: React.ReactNode }) {
  const { name, of, bytes, placed_at, state, entries, kept, problem } = file
  const { tone, words } = states[state]
  return (
    <tr className="align-top">
      {head}
      <td className="px-2 py-2.5">
        <StatusBadge tone={tone}>{words}</StatusBadge>
        {state === 'older' && <Note>A newer one counts.</Note>}
        {problem !== undefined && <Note>{problem}</Note>}
      </td>
      <td className="px-2 py-2.5">{of}</td>
      <td className="px-2 py-2.5 text-right tabular-nums">
        {state === 'loaded' && (
          <>
            {entries.toLocaleString('en-US')}
            {kept < entries && <Note>{kept.toLocaleString('en-US')} in use</Note>}
          </>
        )}
      </td>
      <td className="px-2 py-2.5">
        <span className="font-mono text-xs break-all">{name}</span>{' '}
        <span className="text-xs whitespace-nowrap text-ink-2">{sizeWords(bytes)}</span>
      </td>
      <td className="px-2 py-2.5 whitespace-nowrap text-ink-2">
        <LocalTime at={placed_at} />
      </td>
    </tr>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs text-ink-2">{children}</span>
}
