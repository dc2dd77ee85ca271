'use client'
import { useRef, useState } from 'react'
import { pageToday } from '#components/frame/page-day.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FileButton } from '#components/ui/file-button.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { CodeSetsReply } from '#lib/actions/catalogue/code-sets.ts'
import { countOf } from '#lib/core/count-of.ts'
import { textOfFile } from '#lib/core/table-text.ts'
import {
  icd10FileOf,
  longestIcd10File,
  problemWords,
  readIcd10File,
  type LineProblem,
} from '#lib/rules/codes/icd10-file.ts'
import { listFileOf, longestListFile, readListFile } from '#lib/rules/codes/list-files.ts'
import type { ListFile } from '#lib/rules/codes/list-kinds.ts'
import { listWords } from './list-words.ts'
import { textOf, usePlaceParts } from './place-parts.ts'

const codeNoun = { one: 'code', many: 'codes' }
const headerNoun = { one: 'header', many: 'headers' }
const entryNoun = { one: 'entry', many: 'entries' }
const mostShown = 20

type Icd10 = Exclude<ReturnType<typeof readIcd10File>, { problems: LineProblem[] }>
type Found =
  | { is: 'icd10'; file: File; read: Icd10 }
  | { is: 'list'; file: File; list: ListFile; entries: number; kept: number }
  | { is: 'wrong'; problems: LineProblem[] }
type Read = { name: string; found: Found | undefined }

/**
 * Takes a published list. A line that does not fit is named with its reason, and nothing of the
 * file is placed then.
 */
export function PlaceDialog({ reply, onClose }: { reply: CodeSetsReply; onClose: () => void }) {
  const [read, setRead] = useState<Read>()
  const parts = usePlaceParts()
  const found = read?.found
  const isGood = found !== undefined && found.is !== 'wrong'
  const isBusy = parts.busy
  const isSent = isGood && parts.sent === found.file.size
  const isClosed = useRef(false)
  const close = () => {
    // The worker goes on without the dialog.
    if (isBusy && !isSent) return
    isClosed.current = true
    onClose()
  }
  const pick = async (file: File) => {
    setRead({ name: file.name, found: undefined })
    const answer = await readFile(file)
    // Another file may have been picked meanwhile.
    setRead((now) => (now?.name === file.name ? { name: file.name, found: answer } : now))
  }
  const place = async () => {
    if (!read || !isGood || isBusy) return
    const placed = await parts.place(found.file)
    if (!placed.ok) return
    const count = countOf(placed.value, found.is === 'icd10' ? codeNoun : entryNoun)
    showToast({ tone: 'green', message: `${read.name} is placed: ${count}.` })
    if (!isClosed.current) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && close()}
      title="Place a code list"
      description="A published file, unchanged and unzipped: ICD-10-CM as icd10cm-order-2027.txt or icd10cm-codes-2027.txt (at most 20 MB), or one of the other lists under the name on this page (at most 200 MB). A file of the same name is replaced; the former list is used until the new one is whole."
      actions={
        <>
          <Button onClick={close} aria-disabled={(isBusy && !isSent) || undefined}>
            {isSent ? 'Close' : 'Cancel'}
          </Button>
          <Button
            tone="primary"
            busy={isBusy}
            aria-disabled={!isGood || undefined}
            onClick={() => void place()}
          >
            Place the file
          </Button>
        </>
      }
    >
      <FileButton
        name="code_list"
        accept=".txt,.csv,text/plain,text/csv"
        onFile={(file) => void pick(file)}
      >
        {read ? 'Pick another file' : 'Pick a file'}
      </FileButton>
      <div role="status" className="mt-3 text-sm empty:hidden">
        {read && (found ? <Outcome name={read.name} found={found} reply={reply} /> : 'Reading…')}
      </div>
      {parts.sent !== undefined && isGood && <Sending sent={parts.sent} size={found.file.size} />}
    </Dialog>
  )
}

function Sending({ sent, size }: { sent: number; size: number }) {
  return (
    <p className="mt-3 flex items-center gap-3 text-sm text-ink-2">
      {sent < size ? (
        <>
          <ProgressBar label="Sending" value={sent} max={size} />
          Sending {Math.floor((100 * sent) / size)}%
        </>
      ) : (
        'Checking and placing the file… You can close this while it runs.'
      )}
    </p>
  )
}

async function readFile(file: File): Promise<Found> {
  const wrong = (message: string): Found => ({ is: 'wrong', problems: [{ line: 0, message }] })
  if (icd10FileOf(file.name)) {
    // A file that is too long is not read at all.
    if (file.size > longestIcd10File) return wrong('The file has more than 20 MB.')
    const text = await textOfFile(file)
    const read = readIcd10File(file.name, text)
    if ('problems' in read) return { is: 'wrong', ...read }
    // In the encoding in which parts are read.
    return { is: 'icd10', file: new File([text], file.name), read }
  }
  const list = listFileOf(file.name, pageToday())
  if (!list)
    return wrong(
      'The name isn’t one of the published files. Pick the file unchanged, such as icd10cm-order-2027.txt or ccipra-v323r0-f1.txt.',
    )
  if (file.size > longestListFile) return wrong('The file has more than 200 MB.')
  const read = await readListFile(list, textOf(file))
  return 'problems' in read ? { is: 'wrong', ...read } : { is: 'list', file, list, ...read }
}

function Outcome({ name, found, reply }: { name: string; found: Found; reply: CodeSetsReply }) {
  if (found.is === 'wrong') return <Problems name={name} problems={found.problems} />
  if (found.is === 'list') {
    const { list, entries, kept } = found
    return (
      <>
        <p>
          {name}: {listWords[list.kind].name}, {list.of}, {countOf(entries, entryNoun)}.
        </p>
        {kept < entries && (
          <p className="mt-1 text-ink-2">
            {countOf(kept, entryNoun)} can judge a claim of {list.days.from.slice(0, 4)}; the others
            aren’t kept.
          </p>
        )}
      </>
    )
  }
  const { fiscal_year, codes, headers, form } = found.read
  const loaded = reply.years.filter((year) => year.codes > 0)
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

function Problems({ name, problems }: { name: string; problems: readonly LineProblem[] }) {
  const more = problems.length - mostShown
  return (
    <>
      <p className="font-medium text-red">{name} can’t be placed.</p>
      <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto text-red">
        {problems.slice(0, mostShown).map((problem) => (
          <li key={problem.line}>{problemWords(problem)}</li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
      </ul>
    </>
  )
}
