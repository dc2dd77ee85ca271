'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTypedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { leavePage } from '#components/frame/unsaved-form.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { useBeginInFirstField } from '#components/ui/first-field.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { showFailure } from '#components/ui/toast.tsx'
import type { ValuesOf, BulkValues } from '#lib/actions/bulk/values.ts'
import { countOf } from '#lib/core/count-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { Issue } from '#lib/core/result.ts'
import { bulkValuesQuery } from '#lib/queries/bulk-fixes.ts'
import { otherThanWritten, readValue, type AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import { classOf, type ChangeReason } from '#lib/rules/bulk/change-class.ts'
import { isListedField } from '#lib/rules/bulk/listed-values.ts'
import { controlText, valueFileOf } from '#lib/rules/bulk/value-file.ts'
import type { RowOffers } from '#lib/rules/bulk/row-offers.ts'
import { valueSumOf, type ValueRow } from '#lib/rules/bulk/value-table.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import type { ChangeKind } from './change-kinds.ts'
import { readPaste, rowsLike, type Entries } from './value-entries.ts'
import { forecastWords } from './outcome-words.ts'
import { useFirstNeeded, usePaste } from './use-values-caret.ts'
import { Rest, ValuesBanner } from './values-banner.tsx'
import { groupsOf } from './values-groups.tsx'
import { ValuesTable, type ShownRow } from './values-table.tsx'
import { nameWords, ValuesTools } from './values-tools.tsx'
import { valuesCsv } from './values-csv.ts'
import { WhyFields } from './why-fields.tsx'
import { WrongLines } from './wrong-lines.tsx'

type ValuesStepProps = {
  of: ValuesOf
  values: BulkValues
  shape: FieldShape
  offers: RowOffers | undefined
  issues: readonly Issue[]
  busy: boolean
  why: ChangeReason | null
  onChange: (change: AskedChange, why: ChangeReason | null) => void
  /** Goes on to the form with this operation. */
  onOther: (kind: ChangeKind) => void
  onBack: () => void
}

const rowNoun = { one: 'row', many: 'rows' }
const valueNoun = { one: 'value', many: 'values' }
const unfitNoun = { one: 'line doesn’t fit', many: 'lines don’t fit' }
const claimNoun = { one: 'claim has', many: 'claims have' }
const unknownNoun = {
  one: 'claim isn’t known yet: the preview looks up its new value.',
  many: 'claims aren’t known yet: the preview looks up their new values.',
}
const noReason: ChangeReason = { text: '', documented: false, stated_by: '' }
const noOffers: RowOffers = {}

/**
 * The first step of a bulk fix: the distinct values of the cause's field with a box for each new
 * one. Proposals stand in the boxes, dashed; nothing is written before the preview.
 */
export function ValuesStep({
  of,
  values,
  shape,
  offers,
  issues,
  busy,
  why: first,
  onChange,
  onOther,
  onBack,
}: ValuesStepProps) {
  const client = useQueryClient()
  const section = useRef<HTMLElement>(null)
  const boxes = useRef<HTMLDivElement>(null)
  const { path, by } = values
  const [entries, setEntries] = useState<Entries>(new Map())
  const [why, setWhy] = useState(first ?? noReason)
  const [file, setFile] = useState<{ text: string; without: number[] }>()
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const [firstEntries] = useState(entries)
  const guard = useTypedGuard(
    () => !busy && (entries !== firstEntries || why.text !== (first ?? noReason).text),
  )
  const back = () => leavePage(onBack)
  const known = offers ?? noOffers
  const isLooking = offers === undefined
  const may = classOf({ kind: 'map', path, is_table: true }, [])
  // What the chart decides is only written as it must be, where a check knows how.
  const isRewriting = may.only === 'rewriting'
  const hasBoxes =
    may.kind !== 'refused' &&
    (!isRewriting || isLooking || values.rows.some(({ id }) => known[id]?.sure !== undefined))

  const shownOf = (row: ValueRow): ShownRow => {
    const { sure, near = [] } = known[row.id] ?? {}
    const typed = entries.get(row.id) ?? typedBefore(row)
    const text = typed ?? sure?.text ?? ''
    const read =
      text.trim() === '' ? undefined : readValue(controlText(text, shape, path), shape, path)
    return {
      row,
      text,
      isProposed: typed === undefined && sure !== undefined,
      proposal: sure,
      near,
      problem:
        (read && 'problem' in read ? read.problem : undefined) ??
        (isRewriting && text !== '' && text !== sure?.text ? otherThanWritten : undefined),
      hasBox: hasBoxes && (!isRewriting || sure !== undefined),
    }
  }
  const groups = groupsOf(values.rows, known, shownOf)
  const rows = groups.flatMap((group) => group.rows)
  const filled = rows.filter(({ text, problem }) => text.trim() !== '' && problem === undefined)
  const filledIds = new Set(filled.map(({ row }) => row.id))
  // What was typed is looked up in the preview.
  const typedIds = new Set(
    isListedField(path)
      ? filled.flatMap(({ row, text, proposal }) => (text === proposal?.text ? [] : row.id))
      : [],
  )
  const sum = valueSumOf(
    values,
    ({ id }) => filledIds.has(id),
    ({ id }) => !typedIds.has(id),
  )
  const wrong = rows.findIndex(({ problem }) => problem !== undefined)
  const texts = filled.map(({ text }) => controlText(text.trim(), shape, path))
  const asks = classOf({ kind: 'map', path, is_table: true }, texts)
  const refusal = classOf({ kind: 'map', path }, texts)
  const asksWhy = asks.kind === 'reason' || asks.kind === 'consent'
  const proposed = rows.filter(({ isProposed }) => isProposed)

  useBeginInFirstField(boxes)
  useFirstNeeded(section, !isLooking && proposed.length > 0 && entries.size === 0)

  const setText = (row: ValueRow, text: string) =>
    setEntries((now) => new Map(now).set(row.id, text))
  const boxAt = (at: number) =>
    section.current?.querySelector<HTMLElement>(`tr[data-index="${at}"] :is(input, select)`)
  const go = (at: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at))
    setActive(next)
    section.current?.querySelector(`tr[data-index="${next}"]`)?.scrollIntoView({ block: 'nearest' })
    return next
  }
  const preview = () => {
    if (busy || !hasBoxes) return
    if (wrong >= 0) {
      boxAt(go(wrong))?.focus()
      return setNote('Correct this value, or clear it: an empty row is skipped.')
    }
    if (isLooking) return setNote('Proposals are still looked up. Press again in a moment.')
    if (filled.length === 0) return
    const lines = filled.flatMap(({ row, text }) =>
      row.captures.map(({ external_id }) => ({ external: external_id, now: row.now, text })),
    )
    setFile(undefined)
    onChange(
      { kind: 'map', path, file: valueFileOf(path, lines), is_table: true },
      asksWhy ? why : null,
    )
  }
  const sendFile = (text: string, without: number[]) => {
    setFile({ text, without })
    onChange({ kind: 'map', path, file: text, leave_out: without }, hasWhy(why) ? why : null)
  }
  const fillDown = () => {
    const from = rows[active]
    if (!from || from.text.trim() === '') return setNote('Put the caret in a box with a value.')
    const likes = rowsLike(
      rows.map(({ row }) => row),
      active,
      by,
    )
    const empty = likes.filter((row) => {
      const { text, hasBox } = shownOf(row)
      return hasBox && text.trim() === ''
    })
    setEntries((now) => new Map([...now, ...empty.map(({ id }) => [id, from.text] as const)]))
    const below = by === 'capture' ? 'of this patient with the same value' : `of ${nameWords[by]}`
    setNote(
      empty.length > 0
        ? `Filled ${countOf(empty.length, rowNoun)} below.`
        : `No empty row below is ${below}, so nothing was filled.`,
    )
  }
  const paste = (text: string, at: number): boolean => {
    const pasted = readPaste(
      text,
      rows.map(({ row }) => row),
      Math.max(0, at),
    )
    if (!pasted) return false
    setEntries((now) => new Map([...now, ...pasted.entries]))
    setNote(
      [
        `Pasted ${countOf(pasted.entries.size, valueNoun)}.`,
        pasted.unfit.length > 0 &&
          `${countOf(pasted.unfit.length, unfitNoun)} one row: ${pasted.unfit.slice(0, 3).join(', ')}${pasted.unfit.length > 3 ? ', …' : ''}.`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    return true
  }
  usePaste(section, hasBoxes && !isRewriting, (text) => paste(text, active))
  const pasteNow = async () => {
    try {
      if (!paste(await navigator.clipboard.readText(), active))
        setNote('Copy two columns, or several cells of one, then paste them.')
    } catch {
      setNote('The browser doesn’t give the clipboard to a button. Press Ctrl+V instead.')
    }
  }
  const download = async () => {
    try {
      const whole =
        values.more.rows === 0
          ? values
          : await client.fetchQuery(bulkValuesQuery({ of, is_whole: true }))
      const csv = valuesCsv(whole ?? values, (row) => shownOf(row).text)
      const name = by === 'capture' ? 'values-to-fill-in-with-patient-data' : 'values-to-fill-in'
      saveFile(`${name}.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      showFailure(failureOf(error))
    }
  }
  const toggle = (at: number) => {
    const id = rows[at]?.row.id
    if (id === undefined) return
    setOpen((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  const onBoxKey = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const shown = rows[at]
    if (!shown || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') (event.target as HTMLElement).blur()
    else if (event.key === 'ArrowDown' && shown.near.length > 0 && !shown.isProposed) {
      const next = shown.near.findIndex(({ text }) => text === shown.text) + 1
      const offer = shown.near[next]
      if (offer) setText(shown.row, offer.text)
    } else if (event.key === 'Enter') {
      if (shown.isProposed || shown.text.trim() === '') preview()
      else boxAt(go(at + 1))?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const group = 'Values'
  useKeys([
    { keys: 'j', label: 'Next row', run: () => go(active + 1), repeats: true, group },
    { keys: 'k', label: 'Previous row', run: () => go(active - 1), repeats: true, group },
    { keys: 'l', label: 'List the captures of the row', run: () => toggle(active), group },
    { keys: 'Escape', label: 'Back', run: back, group },
    ...(hasBoxes
      ? [
          {
            keys: 'e',
            label: 'Type a value',
            run: () => boxAt(go(active))?.focus(),
            opens: true,
            group,
          },
          { keys: 'Mod+d', label: 'Fill down', run: fillDown, group },
          { keys: 'Enter', label: 'Take the proposals and preview', run: preview, group },
          { keys: 'Mod+Enter', label: 'Preview', run: preview, group },
        ]
      : []),
  ])

  return (
    <section ref={section} aria-label="Values" className="flex min-h-0 grow flex-col gap-3">
      {guard}
      {hasBoxes && (isLooking || proposed.length > 0) && (
        <ValuesBanner
          values={values}
          rows={rows}
          isLooking={isLooking}
          busy={busy}
          count={sum.captures}
          onTake={preview}
        />
      )}
      <ValuesTools
        values={values}
        hasBoxes={hasBoxes && !isRewriting}
        canResolve={of.kind === 'cause'}
        captures={sum.of - values.aside}
        onOther={onOther}
        onFillDown={fillDown}
        onPaste={() => void pasteNow()}
        onDownload={() => void download()}
        onFile={(text) => sendFile(text, [])}
      />
      {file && (
        <WrongLines
          id="file-problems"
          issues={issues}
          busy={busy}
          onWithout={(lines) => sendFile(file.text, [...file.without, ...lines])}
        />
      )}
      {!hasBoxes && (
        <p role="alert" className="text-sm text-red">
          {refusal.kind === 'refused' && refusal.words}
        </p>
      )}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {note}
      </p>
      <div className="relative flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel">
        <div ref={boxes} className="min-h-0 grow overflow-auto" tabIndex={-1}>
          <ValuesTable
            values={values}
            shape={shape}
            groups={groups}
            active={active}
            open={open}
            isLooking={isLooking}
            hasBoxes={hasBoxes}
            onText={setText}
            onActive={setActive}
            onKeyDown={onBoxKey}
          />
          <Rest values={values} />
        </div>
        {asksWhy && (
          <div className="shrink-0 border-t border-line p-3">
            <WhyFields
              asks={asks}
              why={why}
              onWhy={(part) => setWhy((now) => ({ ...now, ...part }))}
              errorAt={(name) => issues.find((issue) => issue.path === name)?.message}
            />
          </div>
        )}
        <footer className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-3 py-1.5 text-sm text-ink-2">
          {hasBoxes && (
            <p role="status" className="min-w-0 tabular-nums">
              <span className="font-medium text-ink">
                {sum.captures.toLocaleString('en-US')} of {sum.of.toLocaleString('en-US')}{' '}
                {sum.captures === 1 ? 'has' : 'have'} a value
              </span>{' '}
              · {forecastWords({ ...sum, of: sum.ofClaims })}
              {sum.unknown > 0 && ` ${countOf(sum.unknown, unknownNoun)}`}
              {sum.left > 0 && ` ${countOf(sum.left, claimNoun)} other errors.`}
            </p>
          )}
          <span className="ml-auto flex flex-wrap items-center gap-3">
            <span className="inline-flex items-center gap-2 text-xs max-lg:hidden">
              <Kbd keys="j k" /> move
              {hasBoxes && (
                <>
                  {' '}
                  <Kbd keys="e" /> type a value
                </>
              )}{' '}
              <Kbd keys="l" /> list its captures
            </span>
            <Button onClick={back} aria-keyshortcuts="Escape">
              Back <Kbd keys="Esc" />
            </Button>
            {hasBoxes && (
              <Button
                tone={proposed.length > 0 ? 'plain' : 'primary'}
                busy={busy}
                disabled={filled.length === 0 || isLooking}
                onClick={preview}
                aria-keyshortcuts="Control+Enter"
              >
                Preview {sum.captures > 0 && sum.captures.toLocaleString('en-US')}{' '}
                <Kbd keys="Ctrl+↵" />
              </Button>
            )}
          </span>
        </footer>
      </div>
    </section>
  )
}

// What an earlier preview gave the captures of a row, where that is one value.
function typedBefore({ captures }: ValueRow): string | undefined {
  const [typed, ...others] = new Set(captures.map((capture) => capture.typed))
  return others.length > 0 ? '' : typed
}

function hasWhy({ text, documented, stated_by }: ChangeReason): boolean {
  return text.trim() !== '' || documented || stated_by.trim() !== ''
}
