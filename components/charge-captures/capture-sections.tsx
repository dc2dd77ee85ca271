'use client'
import { memo, type ReactNode, useMemo, useState } from 'react'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { DiagnosesSection } from '#components/form/diagnoses/diagnoses-section.tsx'
import { useRecord, useRecordField, valueAt } from '#components/form/record-context.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { AddSection, type OpenSections, OptionalSection } from './optional-section.tsx'
import {
  detailNames,
  headerNames,
  sectionEntries,
  type SectionEntry,
  visitNames,
} from './section-list.ts'
import { FacilitySection } from './sections/facility-section.tsx'
import { linesAt } from './sections/lines/line-columns.ts'
import { LinesSection } from './sections/lines/lines-section.tsx'
import { ObjectSection, RowsSection } from './sections/shape-section.tsx'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { Section } from '#components/form/section.tsx'
import { ShapeFields } from '#components/form/shape-fields.tsx'
import { SubFields } from '#components/form/sub-fields.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { FindPayer, FindProvider } from './find-actions.tsx'

const MetadataSection = onDemand(
  () => import('./sections/metadata-section.tsx').then((module) => module.MetadataSection),
  { isPart: true },
)
const OtherSection = onDemand(
  () => import('./sections/other-section.tsx').then((module) => module.OtherSection),
  {
    isPart: true,
  },
)

type CaptureSectionsProps = {
  body: ObjectShape
  /** What belongs below the diagnoses of a new capture: set it, and the visit comes first. */
  ofNew?: { afterDiagnoses: ReactNode }
}

/**
 * The sections of a capture, top to bottom. It is drawn anew when the capture is, not with every
 * key pressed.
 */
export const CaptureSections = memo(function CaptureSections({
  body,
  ofNew,
}: CaptureSectionsProps) {
  const { base } = useRecord()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const sections: OpenSections = useMemo(
    () => ({
      opened,
      open: (at) => setOpened((known) => new Set(known).add(at)),
      close: (at) => setOpened((known) => new Set([...known].filter((one) => one !== at))),
    }),
    [opened],
  )
  const isNew = ofNew !== undefined
  const entries = useMemo(() => sectionEntries(base.data, body, { isNew }), [base, body, isNew])
  const optional = entries.filter((entry) => entry.isOptional)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {entries.map((entry) =>
        entry.isOptional ? (
          <OptionalSection key={entry.at} entry={entry} sections={sections}>
            {sectionOf(entry, body, sections, isNew)}
          </OptionalSection>
        ) : (
          <div key={entry.at} className="contents">
            {sectionOf(entry, body, sections, isNew)}
            {entry.at === 'data.diagnoses' && ofNew?.afterDiagnoses}
          </div>
        ),
      )}
      <div
        role="group"
        aria-label="Add to this capture"
        className="hidden flex-wrap items-center gap-x-1 gap-y-0.5 rounded-card border border-dashed border-line px-3 py-2 has-[button]:flex"
      >
        <span aria-hidden="true" className="mr-1 text-xs text-ink-3">
          Add
        </span>
        {optional.map((entry) => (
          <AddSection key={entry.at} entry={entry} sections={sections} />
        ))}
      </div>
    </div>
  )
})

const rows = new Set([
  'data.claim_supplemental_information',
  'data.interventions',
  'data.existing_medications',
  'data.patient_histories',
  'data.clinical_notes',
  'data.billing_notes',
])

function sectionOf(
  { at, title }: SectionEntry,
  body: ObjectShape,
  { opened, close }: OpenSections,
  isNew: boolean,
): ReactNode {
  const wasOpened = opened.has(at)
  const onTaken = () => close(at)
  if (at === '') return <HeaderSection title={title} visitFirst={isNew} />
  if (at === 'data.patient') return <PatientSection />
  if (at.startsWith('data.subscriber_'))
    return <SubscriberSection at={at} title={title} onTaken={onTaken} />
  if (at.endsWith('_provider')) return <ProviderSection at={at} title={title} onTaken={onTaken} />
  if (at === 'data.service_facility') return <FacilitySection />
  if (at === 'data.diagnoses') return <DiagnosesSection at="data.diagnoses" linesAt={linesAt} />
  if (at === 'data.service_lines') return <LinesSection />
  if (at === 'data.details') return <DetailsSection body={body} />
  if (at === 'data.accident') return <AccidentSection />
  if (at === 'data.schema_instances' || at === 'metadata')
    return <MetadataSection at={at} title={title} startsWithRow={wasOpened} />
  if (at === 'data.other') return <OtherSection />
  return rows.has(at) ? (
    <RowsSection at={at} title={title} startsWithRow={wasOpened} />
  ) : (
    <ObjectSection at={at} title={title} onTaken={onTaken} />
  )
}

/** The remaining single fields: admission, assignment, authorisation, tags and the like. */
function DetailsSection({ body }: { body: ObjectShape }) {
  return (
    <Section at="data.details" title="Claim details">
      <FieldGrid at="data" names={detailNames(body)} />
    </Section>
  )
}

/** The accident behind the visit, its causes, and what the casualty insurer wants to know. */
function AccidentSection() {
  return (
    <Section at="data.accident" title="Accident and casualty">
      <FieldGrid at="data" names={['accident_date', 'property_casualty_claim_number']} />
      <SubFields at="data.related_causes_information" title="Related causes">
        <ShapeFields at="data.related_causes_information" />
      </SubFields>
      <SubFields
        at="data.property_casualty_patient_identifier"
        title="Property and casualty identifier"
      >
        <ShapeFields at="data.property_casualty_patient_identifier" />
      </SubFields>
    </Section>
  )
}

// The partner never returns these fields, so an empty field does not mean that it has no value.
const unspoken = ['hl7_message_type', 'attachment_external_document_ids'] as const

/** Status, the ids that tie the capture to the EHR, and the visit: dates, place, who pays. */
function HeaderSection({ title, visitFirst }: { title: string; visitFirst: boolean }) {
  const { base: record } = useRecord()
  const { base } = useRecordField('ehr_source_url')
  const hints = Object.fromEntries(
    unspoken
      .filter((name) => !Object.hasOwn(record, name))
      .map((name) => [
        name,
        name === 'hl7_message_type'
          ? 'The partner doesn’t return this field after you save.'
          : 'One per line. The partner doesn’t return this field after you save.',
      ]),
  )
  const isSuggested = visitFirst && Object.hasOwn(record, 'charge_external_id')
  const header = (
    <FieldGrid
      at=""
      names={headerNames}
      hints={{
        ...hints,
        ...(isSuggested && { charge_external_id: 'Suggested ID' }),
      }}
    />
  )
  const visit = (
    <FieldGrid
      at="data"
      names={visitNames}
      hints={visitFirst ? { date_of_service: 'Enter: to the procedure' } : undefined}
    />
  )
  return (
    <Section
      at=""
      title={title}
      actions={
        typeof base === 'string' && base !== '' ? (
          <ExternalLink href={base}>Open in the EHR</ExternalLink>
        ) : undefined
      }
    >
      {visitFirst ? visit : header}
      <div className="mt-3 border-t border-line pt-3">{visitFirst ? header : visit}</div>
    </Section>
  )
}

const firstPatient = [
  'first_name',
  'last_name',
  'date_of_birth',
  'gender',
  'external_id',
  'email',
  'phone_consent',
  'email_consent',
  'auto_charge_consent',
]

/** The patient, with address, telephone numbers, and payers that are no insurance. */
function PatientSection() {
  return <ObjectSection at="data.patient" title="Patient" first={firstPatient} canRemove={false} />
}

const firstProvider = [
  'npi',
  'first_name',
  'last_name',
  'organization_name',
  'taxonomy_code',
  'qualifier',
  'tax_id',
  'provider_commercial_license_type',
  'license_type',
]
const needed = new Set(['data.rendering_provider', 'data.billing_provider'])

/** A provider of any role; fields that the one or the other lacks are left out. */
function ProviderSection({
  at,
  title,
  onTaken,
}: {
  at: string
  title: string
  onTaken: () => void
}) {
  return (
    <ObjectSection
      at={at}
      title={title}
      first={firstProvider}
      canRemove={!needed.has(at)}
      onTaken={onTaken}
      actions={<FindProvider at={at} what={`the ${title.toLowerCase()}`} />}
    />
  )
}

const firstSubscriber = [
  'first_name',
  'last_name',
  'date_of_birth',
  'gender',
  'patient_relationship_to_subscriber_code',
]

/** The holder of an insurance, and the card. */
function SubscriberSection({
  at,
  title,
  onTaken,
}: {
  at: string
  title: string
  onTaken: () => void
}) {
  const { base } = useRecordField(`${at}.insurance_card`)
  const images = ['image_url_front', 'image_url_back'].map((name) => valueAt(base, name))
  const links = images.map((url, place) =>
    typeof url === 'string' && url !== '' ? (
      <ExternalLink key={place === 0 ? 'front' : 'back'} href={url}>
        {place === 0 ? 'Front' : 'Back'}
      </ExternalLink>
    ) : null,
  )
  return (
    <ObjectSection
      at={at}
      title={title}
      first={firstSubscriber}
      notes={{ insurance_card: links.some(Boolean) ? links : undefined }}
      canRemove={at !== 'data.subscriber_primary'}
      onTaken={onTaken}
      actions={<FindPayer at={at} what={`the payer of the ${title.toLowerCase()}`} />}
    />
  )
}
