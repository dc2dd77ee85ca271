import { ValueView } from '#components/form/reading/value-view.tsx'
import { Card } from '#components/ui/card.tsx'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { ClaimCard } from './claim-card.tsx'
import { DiagnosesCard } from './diagnoses-card.tsx'
import { besideGroups, drawnAlone, underGroups, type Group } from './groups.ts'
import { InvoicesCard } from './invoices-card.tsx'
import type { LoadedEncounter } from '#components/encounters/loaded-encounter.ts'
import { MoneySummary } from './money-summary.tsx'
import { NotesCard } from './notes-card.tsx'
import { Parts, isFilled, isListOfObjects } from './parts.tsx'
import { PaymentsCard } from './payments-card.tsx'

type Props = { encounter: LoadedEncounter; shape: ObjectShape }

/** The money of an encounter: its sums, then each claim with its lines. */
export function MoneyCards({ encounter, shape }: Props) {
  return (
    <>
      <MoneySummary encounter={encounter} />
      {encounter.claims.map((claim, place) => (
        <ClaimCard key={claim.id || place} claim={claim} place={place} count={encounter.claims.length} shape={shape} />
      ))}
      {encounter.claims.length === 0 && (
        <Card title="Claims">
          <p className="text-sm text-ink-2">No claims.</p>
        </Card>
      )}
    </>
  )
}

/** What is read after the money, in the wide column. */
export function UnderCards({ encounter, shape }: Props) {
  const { record } = encounter
  const named = new Set([...besideGroups, ...underGroups].flatMap((group) => group.names).concat(drawnAlone))
  const others = Object.keys(shape.members).filter((name) => !named.has(name))
  const unknown = Object.keys(record).filter((name) => !Object.hasOwn(shape.members, name))
  // What should be a list of objects and is not has no card that could show it.
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
          <ValueView value={Object.fromEntries([...unknown, ...odd].map((name) => [name, record[name]!]))} />
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
