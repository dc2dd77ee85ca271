'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FileButton } from '#components/ui/file-button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { saveFilingLimits } from '#lib/actions/payer-rules.ts'
import { countOf } from '#lib/core/count-of.ts'
import { textOfFile } from '#lib/core/table-text.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { readRuleFile, ruleChanges } from '#lib/rules/filing/rule-file.ts'

const payerNoun = { one: 'payer', many: 'payers' }
const lineNoun = { one: 'line doesn’t', many: 'lines don’t' }
const losingNoun = { one: 'payer loses', many: 'payers lose' }
const mostShown = 20

type Read = { name: string } & ReturnType<typeof readRuleFile>

type ImportDialogProps = {
  /** The payers with what is stored of them. */
  stored: Parameters<typeof ruleChanges>[1]
  onClose: () => void
}

/**
 * Takes the limits of a CSV file. A line that does not fit is named with its reason, and nothing of
 * the file is stored then.
 */
export function ImportDialog({ stored, onClose }: ImportDialogProps) {
  const [read, setRead] = useState<Read>()
  const act = useAct('saveFilingLimits', saveFilingLimits, { tells: 'Nothing was saved.' })
  const rules = read && 'rules' in read ? read.rules : undefined
  const save = async () => {
    if (!rules) return
    const result = await act.ask({ rules })
    if (!result.ok) return
    const { changed } = result.value
    showToast({
      tone: 'green',
      message:
        changed === 0
          ? 'Nothing to save: the file has the limits that are stored.'
          : `Limits of ${countOf(changed, payerNoun)} saved.`,
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !act.busy && onClose()}
      title="Import limits"
      description="A CSV file with the columns of the export. Payers that the file doesn’t name keep their limits; an empty cell removes the limit."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={act.busy}
            aria-disabled={!rules || undefined}
            onClick={() => void save()}
          >
            {rules ? `Save ${countOf(rules.length, payerNoun)}` : 'Save'}
          </Button>
        </>
      }
    >
      <FileButton
        name="rules_file"
        accept=".csv,text/csv,text/plain"
        onFile={(file) =>
          void textOfFile(file).then((text) => setRead({ name: file.name, ...readRuleFile(text) }))
        }
      >
        {read ? 'Pick another file' : 'Pick a CSV file'}
      </FileButton>
      <div role="status" className="mt-3 text-sm empty:hidden">
        {read && <Outcome read={read} stored={stored} />}
      </div>
    </Dialog>
  )
}

function Outcome({ read, stored }: { read: Read } & Pick<ImportDialogProps, 'stored'>) {
  if ('rules' in read) {
    const { added, changed, same, losing } = ruleChanges(read.rules, stored)
    const left = losing.length - mostShown
    return (
      <>
        <p>
          {read.name}: {countOf(read.rules.length, payerNoun)}. {added.toLocaleString('en-US')} new,{' '}
          {changed.toLocaleString('en-US')} changed, {same.toLocaleString('en-US')} as stored.
        </p>
        {losing.length > 0 && (
          <p className="mt-1 text-amber">
            {countOf(losing.length, losingNoun)} a limit: {losing.slice(0, mostShown).join(', ')}
            {left > 0 && ` and ${left.toLocaleString('en-US')} more`}.
          </p>
        )}
      </>
    )
  }
  const { problems } = read
  const more = problems.length - mostShown
  return (
    <>
      <p className="font-medium text-red">
        Nothing was saved: {countOf(problems.length, lineNoun)} fit.
      </p>
      <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto text-red">
        {problems.slice(0, mostShown).map(({ line, message }) => (
          <li key={line}>{line > 0 ? `Line ${line}: ${message}` : message}</li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
      </ul>
    </>
  )
}
