'use client'
import { memo, useMemo, useState, type ReactNode } from 'react'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { DiagnosesSection } from '#components/form/diagnoses/diagnoses-section.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { AddSection, OptionalSection, type OpenSections } from './optional-section.tsx'
import { type SectionEntry, sectionEntries } from './section-list.ts'
import { AccidentSection, DetailsSection } from './sections/details-section.tsx'
import { FacilitySection } from './sections/facility-section.tsx'
import { HeaderSection } from './sections/header-section.tsx'
import { linesAt } from './sections/lines/line-columns.ts'
import { LinesSection } from './sections/lines/lines-section.tsx'
import { ObjectSection, RowsSection } from './sections/shape-section.tsx'
import { PatientSection } from './sections/patient-section.tsx'
import { ProviderSection } from './sections/provider-section.tsx'
import { SubscriberSection } from './sections/subscriber-section.tsx'

const MetadataSection = onDemand(() =>
  import('./sections/metadata-section.tsx').then((module) => module.MetadataSection),
)
const OtherSection = onDemand(() => import('./sections/other-section.tsx').then((module) => module.OtherSection))

/** The sections of a capture, top to bottom. It is drawn anew when the capture is, not with every key pressed. */
export const CaptureForm = memo(function CaptureForm({ body }: { body: ObjectShape }) {
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
  const entries = useMemo(() => sectionEntries(base.data, body), [base, body])
  const optional = entries.filter((entry) => entry.isOptional)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {entries.map((entry) =>
        entry.isOptional ? (
          <OptionalSection key={entry.at} entry={entry} sections={sections}>
            {drawn(entry, body, sections)}
          </OptionalSection>
        ) : (
          <div key={entry.at} className="contents">
            {drawn(entry, body, sections)}
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

function drawn({ at, title }: SectionEntry, body: ObjectShape, { opened, close }: OpenSections): ReactNode {
  const wasOpened = opened.has(at)
  const onTaken = () => close(at)
  if (at === '') return <HeaderSection />
  if (at === 'data.patient') return <PatientSection />
  if (at.startsWith('data.subscriber_')) return <SubscriberSection at={at} title={title} onTaken={onTaken} />
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
