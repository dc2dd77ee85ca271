import { codeWord } from '#components/form/code-words.ts'
import { Card } from '#components/ui/card.tsx'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { type FieldShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { AllFields } from './all-fields.tsx'
import { type LoadedEncounter, itemsOf, textOf } from '#components/encounters/loaded-encounter.ts'

/** The diagnoses under the letters by which the lines name them. */
export function DiagnosesCard({ encounter: { record }, shape }: { encounter: LoadedEncounter; shape: FieldShape }) {
  const diagnoses = itemsOf(record.diagnoses)
  return (
    <Card title="Diagnoses" note={String(diagnoses.length)} flush>
      {diagnoses.length === 0 && <p className="px-4 pb-4 text-sm text-ink-2">No diagnoses.</p>}
      <ol>
        {diagnoses.map((diagnosis, place) => (
          <li
            key={textOf(diagnosis.diagnosis_id) ?? place}
            className="flex gap-3 border-t border-line px-4 py-1.5 text-sm"
          >
            <span className="w-4 shrink-0 font-mono text-xs leading-5 font-semibold">{letterOf(place)}</span>
            <span className="w-16 shrink-0 font-mono text-xs leading-5 font-medium">{textOf(diagnosis.code)}</span>
            <span className="min-w-0 grow text-ink-2">{textOf(diagnosis.name)}</span>
            <span className="shrink-0 text-xs leading-5 text-ink-2">
              {codeWord('code_type', textOf(diagnosis.code_type) ?? '')}
            </span>
          </li>
        ))}
      </ol>
      <AllFields
        of="the diagnoses"
        value={record.diagnoses}
        shape={shapeAt(shape, 'diagnoses')}
        name="diagnoses"
        className="border-t border-line px-4 py-2"
      />
    </Card>
  )
}
