import { codeWord } from '#lib/contract/codes/code-words.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import { choiceLabel, fieldLabel } from '#lib/contract/field-labels.ts'

/** A change in words: "Set | Rendering provider · NPI", "to | 1093817465". */
export function ChangeWords({ change }: { change: AskedChange }) {
  return partsOf(change).map(([verb, what]) => (
    <span
      key={verb}
      className="inline-flex h-7 max-w-96 min-w-0 items-stretch rounded-control border border-line text-xs text-ink-2"
    >
      <span className="flex items-center border-r border-line px-2.5">{verb}</span>
      <span className="flex min-w-0 items-center px-2.5 font-semibold text-ink">
        <span className="truncate">{what}</span>
      </span>
    </span>
  ))
}

function partsOf(change: AskedChange): [string, string][] {
  const field = choiceLabel(change.path)
  const worded = (text: string, path = change.path) => codeWord(path.split('.').at(-1) ?? '', text)
  if (change.kind === 'set')
    return [
      ['Set', field],
      ['to', worded(change.text)],
    ]
  if (change.kind === 'clear') return [['Clear', field]]
  if (change.kind === 'replace')
    return [
      ['Replace in', field],
      ['the value', change.find === '' ? 'nothing' : worded(change.find)],
      ['by', worded(change.text)],
    ]
  if (change.kind === 'add-row')
    return [
      ['Add to', field],
      [
        'the row',
        change.members.map(({ path, text }) => worded(text, path || change.path)).join(', '),
      ],
    ]
  if (change.kind === 'remove-row')
    return [
      ['Remove from', field],
      [
        'where',
        [
          change.member && fieldLabel(change.member),
          worded(change.text, change.member || change.path),
        ]
          .filter(Boolean)
          .join(' is '),
      ],
    ]
  return [
    ['Set', field],
    ['to', change.is_table ? 'the values of the table' : 'the values of the file'],
  ]
}
