import { ValueView } from '#components/form/reading/value-view.tsx'
import { Card } from '#components/ui/card.tsx'
import { type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { AllFields } from './all-fields.tsx'
import { type LoadedEncounter, itemsOf, textOf } from '#components/encounters/loaded-encounter.ts'
import { wordOf } from '#components/encounters/words.ts'
import { dayOf, isFilled } from './parts.tsx'

/** The billing notes of people and of the partner's system, and the clinical notes. */
export function NotesCard({
  encounter: { record },
  shape,
}: {
  encounter: LoadedEncounter
  shape: ObjectShape
}) {
  const notes = itemsOf(record.billing_notes)
  const hasClinical = isFilled(record.clinical_notes)
  if (notes.length === 0 && !hasClinical) return null
  return (
    <Card title="Notes">
      <ul className="flex flex-col gap-3">
        {notes.map((note, place) => (
          <li key={textOf(note.billing_note_id) ?? place} className="text-sm">
            <p className="break-words whitespace-pre-wrap">{textOf(note.text)}</p>
            <p className="text-xs text-ink-2">
              {[
                textOf(note.author_name),
                dayOf(textOf(note.created_at)),
                textOf(note.billing_note_type) &&
                  wordOf('billing_note_type', textOf(note.billing_note_type)!),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <AllFields
        of="the billing notes"
        value={record.billing_notes}
        shape={shapeAt(shape, 'billing_notes')}
        name="billing_notes"
        className="mt-2"
      />
      {hasClinical && (
        <div className={notes.length > 0 ? 'mt-4 border-t border-line pt-3' : ''}>
          <h3 className="mb-1 text-xs font-semibold text-ink-2">Clinical notes</h3>
          <ValueView
            value={record.clinical_notes}
            shape={shape.members.clinical_notes}
            name="clinical_notes"
          />
        </div>
      )}
    </Card>
  )
}
