'use client'
import { FieldGrid } from '#components/form/field-grid.tsx'
import type { Spans } from '#components/form/field-grid.tsx'
import { useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { headerNames, visitNames } from '../section-list.ts'

const spans: Spans = { ehr_source_url: 6, prior_authorization_number: 3 }

/** Status, the ids that tie the capture to the EHR, and the visit: dates, place, who pays. */
export function HeaderSection() {
  const { base } = useRecordField('ehr_source_url')
  return (
    <Section at="" title="Header and dates" actions={typeof base === 'string' && base !== '' ? <ExternalLink href={base}>Open in the EHR</ExternalLink> : undefined}>
      <FieldGrid at="" names={headerNames} spans={spans} />
      <div className="mt-3 border-t border-line pt-3">
        <FieldGrid at="data" names={visitNames} spans={spans} />
      </div>
    </Section>
  )
}
