import { ValueView } from '#components/form/reading/value-view.tsx'
import { Card } from '#components/ui/card.tsx'
import { type FieldShape, type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { ClaimCard } from './claim-card.tsx'
import { besideGroups, drawnAlone, type Group, underGroups } from './groups.ts'
import { InvoicesCard } from './invoices-card.tsx'
import { itemsOf, type LoadedEncounter, textOf } from '#components/encounters/loaded-encounter.ts'
import { MoneySummary } from './money-summary.tsx'
import { NotesCard } from './notes-card.tsx'
import { isFilled, isListOfObjects, Parts } from './parts.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { AllFields } from './all-fields.tsx'

type Props = { encounter: LoadedEncounter; shape: ObjectShape }

/** The money of an encounter: its sums, then each claim with its lines. */
export function MoneyCards({ encounter, shape }: Props) {
  return (
    <>
      <MoneySummary encounter={encounter} />
      {encounter.claims.map((claim, place) => (
        <ClaimCard
          key={claim.id || place}
          claim={claim}
          place={place}
          count={encounter.claims.length}
          shape={shape}
        />
      ))}
      {encounter.claims.length === 0 && (
        <Card title="Claims">
          <p className="text-sm text-ink-2">No claims.</p>
        </Card>
      )}
    </>
  )
}

/** The cards below the money, in the wide column. */
export function UnderCards({ encounter, shape }: Props) {
  const { record } = encounter
  const named = new Set(
    [...besideGroups, ...underGroups].flatMap((group) => group.names).concat(drawnAlone),
  )
  const others = Object.keys(shape.members).filter((name) => !named.has(name))
  const unknown = Object.keys(record).filter((name) => !Object.hasOwn(shape.members, name))
  // No card can show a member that should be a list of objects and is not.
  const odd = drawnAlone.filter((name) => isFilled(record[name]) && !isListOfObjects(record[name]))
  return (
    <>
      <DiagnosesCard encounter={encounter} shape={shape} />
      <InvoicesCard encounter={encounter} shape={shape} />
      <PaymentsCard encounter={encounter} shape={shape} />
      <NotesCard encounter={encounter} shape={shape} />
      {underGroups.map((group) => (
        <GroupCard key={group.title} group={group} encounter={encounter} shape={shape} />
      ))}
      <GroupCard group={{ title: 'More', names: others }} encounter={encounter} shape={shape} />
      {[...unknown, ...odd].length > 0 && (
        <Card title="Other data" note="fields without a label">
          <ValueView
            value={Object.fromEntries([...unknown, ...odd].map((name) => [name, record[name]!]))}
          />
        </Card>
      )}
    </>
  )
}

function GroupCard({ group, encounter: { record }, shape }: Props & { group: Group }) {
  if (!group.names.some((name) => isFilled(record[name]))) return null
  return (
    <Card title={group.title}>
      <Parts value={record} names={group.names} shape={shape} />
    </Card>
  )
}

/** The diagnoses under the letters by which the lines name them. */
function DiagnosesCard({
  encounter: { record },
  shape,
}: {
  encounter: LoadedEncounter
  shape: FieldShape
}) {
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
            <span className="w-4 shrink-0 font-mono text-xs leading-5 font-semibold">
              {letterOf(place)}
            </span>
            <span className="w-16 shrink-0 font-mono text-xs leading-5 font-medium">
              {textOf(diagnosis.code)}
            </span>
            <span className="min-w-0 grow text-ink-2">{textOf(diagnosis.name)}</span>
            {textOf(diagnosis.present_on_admission_indicator) && (
              <span className="shrink-0 text-xs leading-5 text-ink-2">
                Present on admission:{' '}
                {codeWord(
                  'present_on_admission_indicator',
                  textOf(diagnosis.present_on_admission_indicator)!,
                )}
              </span>
            )}
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
