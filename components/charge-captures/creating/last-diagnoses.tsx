'use client'
import { Plus } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useKeys } from '#components/frame/keys/keys.ts'
import { useRecord } from '#components/form/record-context.tsx'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { newRow, type DraftRow } from '#lib/rules/edit/edit-data.ts'
import { shapeAt } from '#lib/rules/edit/field-shape.ts'
import type { TakenOver } from '#lib/rules/new-records/take-over.ts'
import { sourceWords } from './source-words.ts'
import { diagnosesAt } from './work-order.ts'

type Diagnosis = TakenOver['diagnoses'][number]

/**
 * The last visit's diagnoses as an offer below the new visit's: each is taken by a press, all by one
 * key, none by itself. Those that the visit has already are not offered.
 */
export function LastDiagnoses({ taken }: { taken: TakenOver }) {
  const { shape } = useRecord()
  const { getValues, setValue } = useFormContext()
  const { data } = useSettledDraft() as { data?: { diagnoses?: DraftRow[] } }
  const has = new Set(data?.diagnoses?.map(({ code }) => plain(code)))
  const offered = taken.diagnoses.filter(({ code }) => !has.has(plain(code)))
  const item = shapeAt(shape, `${diagnosesAt}.0`)!
  const take = (diagnoses: readonly Diagnosis[]) => {
    const rows = ((getValues(diagnosesAt) ?? []) as DraftRow[]).filter(
      // A row that waits for its code makes room.
      (row) => row.$base !== null || plain(row.code) !== '' || plain(row.name) !== '',
    )
    const known = new Set(rows.map(({ code }) => plain(code)))
    const added = diagnoses
      .filter(({ code }) => !known.has(plain(code)))
      .map(({ code, code_type, name }) => ({
        ...newRow(item),
        code,
        code_type: code_type ?? '',
        name: name ?? '',
      }))
    setValue(diagnosesAt, [...rows, ...added], { shouldDirty: true })
  }
  useKeys([
    {
      keys: 'Alt+l',
      label: 'Take the last visit’s diagnoses',
      run: () => take(offered),
      ...(offered.length === 0 && { whyNot: 'No diagnosis of the last visit is left to take' }),
    },
  ])
  if (offered.length === 0) return null
  return (
    <div
      role="group"
      aria-label="Last visit’s diagnoses"
      className="flex flex-wrap items-center gap-1.5 rounded-card border border-dashed border-line-strong px-4 py-2"
    >
      <span className="text-xs text-ink-2">
        Last visit’s diagnoses,{' '}
        {taken.providers ? sourceWords(taken.providers) : 'of an earlier charge capture'}:
      </span>
      {offered.map((diagnosis) => (
        <Button
          key={diagnosis.code}
          size="small"
          aria-label={`Add ${diagnosis.code} ${diagnosis.name ?? ''}`.trim()}
          onClick={() => take([diagnosis])}
        >
          <Plus aria-hidden="true" className="size-3.5" />
          <span className="font-mono text-xs">{diagnosis.code}</span>
          {diagnosis.name !== null && <span className="max-w-60 truncate">{diagnosis.name}</span>}
        </Button>
      ))}
      <Button size="small" tone="quiet" onClick={() => take(offered)}>
        {offered.length === 1 ? 'Take it' : `Take all ${offered.length}`} <Kbd keys="Alt L" />
      </Button>
    </div>
  )
}

function plain(text: unknown): string {
  return typeof text === 'string' ? text.replaceAll(/[\s.]/g, '').toUpperCase() : ''
}
