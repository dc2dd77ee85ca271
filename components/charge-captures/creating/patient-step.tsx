'use client'
import { CircleCheck, UserRoundPlus } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { SearchList } from '#components/ui/search-list.tsx'
import { visitFacts } from '#components/form/visit-facts.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { textOf } from '#lib/core/read-json.ts'
import { dateText } from '#lib/lists/columns.ts'
import type { KnownPatient } from '#lib/lists/known-patients.ts'
import type { TakenOver } from '#lib/rules/new-records/take-over.ts'
import { asOfWords, sourceWords } from './source-words.ts'
import type { TakePatient } from './use-take-patient.ts'
import { useKnownPatients } from './use-known-patients.ts'

const captureNoun = { one: 'charge capture', many: 'charge captures' }
const coverageNoun = { one: 'coverage', many: 'coverages' }

type PatientStepProps = {
  /** What the form began with: it has the chosen patient. */
  base: JsonObject
  /** What the form took over; undefined until a patient is chosen. */
  taken: TakenOver | undefined
  take: TakePatient
}

/**
 * The first step of a new capture: whose it is. One search finds a person in earlier captures and in
 * registration; without one the person is typed into the form.
 */
export function PatientStep({ base, taken, take }: PatientStepProps) {
  const [isAnother, setAnother] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  if (taken && !isAnother)
    return (
      <Chosen
        base={base}
        taken={taken}
        failures={take.failures}
        onAnother={() => {
          setAnother(true)
          requestAnimationFrame(() => box.current?.focus())
        }}
      />
    )
  return (
    <Search
      box={box}
      take={take}
      onTaken={() => setAnother(false)}
      onBack={taken ? () => setAnother(false) : undefined}
    />
  )
}

type SearchProps = {
  box: RefObject<HTMLInputElement | null>
  take: TakePatient
  onTaken: () => void
  /** Back to the patient that was chosen before. */
  onBack: (() => void) | undefined
}

function Search({ box, take, onTaken, onBack }: SearchProps) {
  const [typed, setTyped] = useState('')
  const { patients, isAsked, isBusy, hasMore, failures } = useKnownPatients(typed)
  const goOn = () => {
    setTyped('')
    onBack?.()
    focusControl(onBack ? 'data.date_of_service' : 'data.patient.first_name')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    goOn()
  }
  const choose = async (patient: KnownPatient) => {
    if (take.loading) return
    if (await take.run(patient)) onTaken()
  }
  return (
    <Card
      title="Patient"
      note="from earlier charge captures and registration"
      actions={
        <Button size="small" onClick={goOn}>
          <UserRoundPlus aria-hidden="true" className="size-3.5" />
          {onBack ? 'Keep the patient' : 'Go on without a patient'} <Kbd keys="Esc" />
        </Button>
      }
    >
      {/* Keys of the box come up to here; the box itself has the focus. */}
      <div role="presentation" onKeyDownCapture={onKeyDown}>
        <SearchList
          label="Patient: name, birth date or MRN"
          listLabel="Patients"
          look="small"
          lines={take.loading ? none : patients}
          typed={typed}
          onTyped={setTyped}
          keyOf={({ key }) => key}
          onPick={(patient) => void choose(patient)}
          isBusy={isBusy || take.loading !== undefined}
          input={box}
          status={
            take.loading
              ? `Loading ${take.loading}…`
              : statusOf({ typed: typed.trim(), isAsked, isBusy, hasMore, count: patients.length })
          }
        >
          {(patient) => <PatientLineView patient={patient} />}
        </SearchList>
      </div>
      <Failures failures={[...failures, ...take.failures]} />
    </Card>
  )
}

const none: readonly KnownPatient[] = []

function PatientLineView({ patient }: { patient: KnownPatient }) {
  const { name, birthDate, patientId, captures, lastVisit, registration } = patient
  const sources = [
    captures > 0 && countOf(captures, captureNoun),
    registration !== undefined && 'registration',
  ].filter(Boolean)
  const rest = [
    birthDate === undefined ? 'birth date unknown' : `born ${dateText(birthDate)}`,
    lastVisit === undefined
      ? captures > 0
        ? 'no past visit found'
        : 'no charge capture found'
      : `last visit ${dateText(lastVisit)}`,
    `in ${sources.join(' and ')}`,
  ]
  return (
    <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
      <span className="font-medium">{name}</span>
      <span className="min-w-0 text-xs text-ink-2">{rest.join(' · ')}</span>
      <span className="ml-auto shrink-0 font-mono text-xs text-ink-2">{patientId ?? 'no ID'}</span>
    </span>
  )
}

function Failures({ failures }: { failures: readonly string[] }) {
  return failures.length === 0 ? null : (
    <p role="alert" className="mt-1 text-sm text-amber">
      {failures.join(' ')}
    </p>
  )
}

type Standing = {
  typed: string
  isAsked: boolean
  isBusy: boolean
  hasMore: boolean
  count: number
}

function statusOf({ typed, isAsked, isBusy, hasMore, count }: Standing): string | undefined {
  if (typed === '') return undefined
  if (!isAsked) return 'Type at least 2 letters.'
  if (count === 0)
    return isBusy ? 'Searching…' : `No patients match “${typed}”. Press Esc to type a new patient.`
  const more = hasMore ? ' of the newest charge captures. Type more to narrow the list' : ''
  return `${countOf(count, { one: 'patient', many: 'patients' })}${more}. Enter takes the first.`
}

type ChosenProps = {
  base: JsonObject
  taken: TakenOver
  failures: readonly string[]
  onAnother: () => void
}

/** The chosen patient, and where each part of the form came from. */
function Chosen({ base, taken, failures, onAnother }: ChosenProps) {
  const { person, changed, coverage, providers, coverages } = taken
  const { patient, birthDate } = visitFacts(base.data)
  const title = useId()
  return (
    <section aria-labelledby={title} className="rounded-card border border-line bg-panel px-4 py-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-green" />
        <h2 id={title} className="text-sm font-semibold">
          Patient
        </h2>
        <span className="font-medium">{patient ?? 'No name'}</span>
        <span className="text-sm text-ink-2">
          <LocalDate date={birthDate} />
        </span>
        <span className="font-mono text-xs text-ink-2">{textOf(base.patient_external_id)}</span>
        <Button size="small" className="ml-auto" onClick={onAnother}>
          Another patient
        </Button>
      </header>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm">
        <dt className="text-ink-2">Person</dt>
        <dd>
          {sourceWords(person)}
          {person.kind === 'registration' && changed.length > 0 && (
            <span className="text-amber">
              {' '}
              · newer than the last visit:{' '}
              {changed.map((member) => fieldLabel(member).toLowerCase()).join(', ')}
            </span>
          )}
        </dd>
        <dt className="text-ink-2">Coverage</dt>
        <dd>
          {coverage ? (
            <>
              {sourceWords(coverage)}
              <span className="text-amber"> · {asOfWords(coverage)}</span>
            </>
          ) : (
            'none taken over: enter it'
          )}
          {coverages !== null && (
            <span className="text-ink-2">
              {' '}
              · registration has {countOf(coverages, coverageNoun)}, whose cards can’t be read here
            </span>
          )}
        </dd>
        <dt className="text-ink-2">Providers and place</dt>
        <dd>{providers ? sourceWords(providers) : 'none taken over: enter them'}</dd>
      </dl>
      <Failures failures={failures} />
    </section>
  )
}
