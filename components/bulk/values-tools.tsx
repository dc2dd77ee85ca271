'use client'
import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import type { BulkValues } from '#lib/actions/bulk/values.ts'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { classOf } from '#lib/rules/bulk/change-class.ts'
import { changeKinds, type ChangeKind } from './change-kinds.ts'
import { ValueFileButton } from './wrong-lines.tsx'

/** What tells the rows of a table apart, in words. */
export const nameWords = {
  payer: 'Payer name',
  provider: 'Provider',
  party: 'Provider',
  capture: 'Capture',
  value: 'Value now',
} as const

const others: readonly ChangeKind[] = [
  'set',
  'clear',
  'replace',
  'add-row',
  'remove-row',
  'resolve',
]

type ValuesToolsProps = {
  values: BulkValues
  hasBoxes: boolean
  canResolve: boolean
  captures: number
  onOther: (kind: ChangeKind) => void
  onFillDown: () => void
  onPaste: () => void
  onDownload: () => void
  onFile: (text: string) => void
}

/** What the table sets, the other changes, and the ways to fill it. */
export function ValuesTools({
  values: { path, by },
  hasBoxes,
  canResolve,
  captures,
  onOther,
  onFillDown,
  onPaste,
  onDownload,
  onFile,
}: ValuesToolsProps) {
  const [menu, setMenu] = useState<HTMLElement>()
  const isOffered = (kind: ChangeKind) => {
    if (kind === 'resolve') return canResolve
    // Rows are of a list, and the form asks which.
    const isOfRows = kind === 'add-row' || kind === 'remove-row'
    return isOfRows || classOf({ kind, path }, []).kind !== 'refused'
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Said verb="Set" what={fieldLabel(path.split('.').at(-1)!)} />
      {by !== 'value' && <Said verb="one for each" what={nameWords[by]} />}
      <Button size="small" aria-haspopup="menu" onClick={(event) => setMenu(event.currentTarget)}>
        Another change <ChevronDown aria-hidden="true" className="size-3.5" />
      </Button>
      {menu && (
        <Menu anchor={menu} label="Another change" onClose={() => setMenu(undefined)}>
          {others.filter(isOffered).map((kind) => (
            <MenuItem key={kind} onSelect={() => onOther(kind)}>
              {changeKinds[kind]}
            </MenuItem>
          ))}
        </Menu>
      )}
      {hasBoxes && (
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <Button size="small" onClick={onFillDown} aria-keyshortcuts="Control+D">
            Fill down <Kbd keys="Ctrl+D" />
          </Button>
          <Button size="small" onClick={onPaste} aria-keyshortcuts="Control+V">
            Paste from a spreadsheet <Kbd keys="Ctrl+V" />
          </Button>
          <Button size="small" onClick={onDownload}>
            <Download aria-hidden="true" className="size-3.5" />
            Download {captures === 1 ? 'this one' : `these ${captures.toLocaleString('en-US')}`} to
            fill in
          </Button>
          <ValueFileButton size="small" onFile={({ text }) => onFile(text)}>
            Take a file back
          </ValueFileButton>
        </span>
      )}
    </div>
  )
}

function Said({ verb, what }: { verb: string; what: string }) {
  return (
    <span className="inline-flex h-6.5 items-stretch rounded-control border border-line text-xs text-ink-2">
      <span className="flex items-center border-r border-line px-2.5">{verb}</span>
      <span className="flex items-center px-2.5 font-semibold text-ink">{what}</span>
    </span>
  )
}
