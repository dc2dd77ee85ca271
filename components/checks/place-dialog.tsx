'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FileButton } from '#components/ui/file-button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { placeCodeList } from '#lib/actions/checks.ts'
import type { CodeSetsReply } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { longestIcd10File, problemWords, readIcd10File } from '#lib/rules/codes/icd10-file.ts'

const codeNoun = { one: 'code', many: 'codes' }
const headerNoun = { one: 'header', many: 'headers' }
const mostShown = 20

type Years = CodeSetsReply['years']
type Read = { name: string; text: string; found: ReturnType<typeof readIcd10File> }

/**
 * Takes a yearly CMS file. A line that does not fit is named with its reason, and nothing of the
 * file is placed then.
 */
export function PlaceDialog({ years, onClose }: { years: Years; onClose: () => void }) {
  const [read, setRead] = useState<Read>()
  const act = useAct('placeCodeList', placeCodeList, { tells: 'Nothing was placed.' })
  const isGood = read !== undefined && 'codes' in read.found
  const pick = async (file: File) => {
    // A file that is too long is not read at all.
    const text = file.size > longestIcd10File ? '' : await file.text()
    const found =
      file.size > longestIcd10File
        ? { problems: [{ line: 0, message: 'The file has more than 20 MB.' }] }
        : readIcd10File(file.name, text)
    setRead({ name: file.name, text, found })
  }
  const place = async () => {
    if (!isGood) return
    const result = await act.ask({ name: read.name, text: read.text })
    if (!result.ok) return
    showToast({
      tone: 'green',
      message: `${read.name} is placed: ${countOf(result.value.codes, codeNoun)}.`,
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !act.busy && onClose()}
      title="Place a code list"
      description="A yearly ICD-10-CM file of CMS, unchanged: icd10cm-order-2027.txt, icd10cm-codes-2027.txt or an update with its month. At most 20 MB. A file of the same name is replaced; the former list is used until the new one is whole."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={act.busy}
            aria-disabled={!isGood || undefined}
            onClick={() => void place()}
          >
            Place the file
          </Button>
        </>
      }
    >
      <FileButton name="code_list" accept=".txt,text/plain" onFile={(file) => void pick(file)}>
        {read ? 'Pick another file' : 'Pick a file'}
      </FileButton>
      <div role="status" className="mt-3 text-sm empty:hidden">
        {read && <Outcome read={read} years={years} />}
      </div>
    </Dialog>
  )
}

function Outcome({ read: { name, found }, years }: { read: Read; years: Years }) {
  if ('problems' in found) {
    const more = found.problems.length - mostShown
    return (
      <>
        <p className="font-medium text-red">{name} can’t be placed.</p>
        <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto text-red">
          {found.problems.slice(0, mostShown).map((problem) => (
            <li key={problem.line}>{problemWords(problem)}</li>
          ))}
          {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
        </ul>
      </>
    )
  }
  const { fiscal_year, codes, headers, form } = found
  const loaded = years.filter((year) => year.codes > 0)
  return (
    <>
      <p>
        {name}: fiscal year {fiscal_year}, {countOf(codes, codeNoun)},{' '}
        {form === 'order' ? countOf(headers, headerNoun) : 'headers not marked'}.
      </p>
      {loaded.length > 0 && (
        <p className="mt-1 text-ink-2">
          Loaded now:{' '}
          {loaded
            .map((year) => `${year.fiscal_year} with ${countOf(year.codes, codeNoun)}`)
            .join('; ')}
          . Compare the count: a file whose end is missing can’t be told otherwise.
        </p>
      )}
    </>
  )
}
