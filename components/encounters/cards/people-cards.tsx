import { codeWord } from '#lib/contract/codes/code-words.ts'
import { fieldLabel, labelInSentence } from '#lib/contract/field-labels.ts'
import { Card } from '#components/ui/card.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { nameOf } from '#lib/lists/rows/rows.ts'
import { AllFields } from './all-fields.tsx'
import { besideGroups } from './groups.ts'
import { type LoadedEncounter, textOf } from '#components/encounters/loaded-encounter.ts'
import { isFilled, memberOf } from './parts.tsx'
import { addressText, coverageFacts, personFacts, providerFacts, type Fact } from './people.ts'

type Props = { encounter: LoadedEncounter; shape: ObjectShape }

/** Patient, providers, facility and coverage: a few lines each, with all fields on demand. */
export function PeopleCards({ encounter, shape }: Props) {
  return besideGroups.map(({ title, names }) => {
    const filled = names.filter((name) => isFilled(encounter.record[name]))
    if (filled.length === 0) return null
    return (
      <Card key={title} title={title}>
        <ul className="flex flex-col gap-3">
          {filled.map((name, place) => (
            <li key={name} className={place === 0 ? undefined : 'border-t border-line pt-3'}>
              <Party
                name={name}
                encounter={encounter}
                shape={shape}
                hidesRole={names.length === 1 || name === 'patient'}
              />
            </li>
          ))}
        </ul>
      </Card>
    )
  })
}

function Party({
  name,
  encounter: { record },
  shape,
  hidesRole,
}: Props & { name: string; hidesRole: boolean }) {
  const value = memberOf(record, name)
  const facts = name.startsWith('subscriber_')
    ? coverageFacts(value)
    : name === 'patient' || name === 'guarantor'
      ? personFacts(value)
      : providerFacts(value)
  const title = name.startsWith('subscriber_')
    ? textOf(memberOf(value, 'insurance_card').payer_name)
    : (nameOf(value) ?? addressText(value))
  return (
    <>
      {!hidesRole && <p className="text-xs text-ink-3">{fieldLabel(name)}</p>}
      <p className="text-sm font-medium break-words">{title ?? textOf(value.npi) ?? '–'}</p>
      <Facts facts={facts} />
      {name === 'service_facility' && (
        <Facts
          facts={[
            {
              label: 'Place',
              value: placeText(
                textOf(record.place_of_service_code),
                textOf(record.place_of_service_code_as_submitted),
              ),
            },
          ]}
        />
      )}
      <AllFields
        of={`${hidesRole ? '' : 'the '}${labelInSentence(fieldLabel(name))}`}
        value={record[name]}
        shape={shape.members[name]}
        name={name}
        className="mt-1"
      />
    </>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const filled = facts.filter(({ value }) => value !== undefined)
  if (filled.length === 0) return null
  return (
    <dl className="mt-1 grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-sm">
      {filled.map(({ label, value, as }) => (
        <div key={label} className="contents">
          <dt className="text-xs leading-5 text-ink-3">{label}</dt>
          <dd className={as === 'code' ? 'font-mono text-xs leading-5 break-all' : 'break-words'}>
            {as === 'date' ? (
              <LocalDate date={value} />
            ) : label === 'Sex' ? (
              codeWord('gender', value!)
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function placeText(place: string | undefined, submitted: string | undefined): string | undefined {
  if (place === undefined)
    return submitted && `${codeWord('place_of_service_code', submitted)}, as submitted`
  const words = codeWord('place_of_service_code', place)
  return submitted === undefined || submitted === place
    ? words
    : `${words}; submitted as ${submitted}`
}
