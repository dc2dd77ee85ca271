'use client'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { useRecord, useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { headerNames, visitNames } from '#components/charge-captures/section-list.ts'

// The partner takes these but does not tell them again, so an empty box says nothing about what it has.
const unspoken = ['hl7_message_type', 'attachment_external_document_ids'] as const

/** Status, the ids that tie the capture to the EHR, and the visit: dates, place, who pays. */
export function HeaderSection() {
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
  return (
    <Section
      at=""
      title="Header and dates"
      actions={
        typeof base === 'string' && base !== '' ? <ExternalLink href={base}>Open in the EHR</ExternalLink> : undefined
      }
    >
      <FieldGrid at="" names={headerNames} hints={hints} />
      <div className="mt-3 border-t border-line pt-3">
        <FieldGrid at="data" names={visitNames} />
      </div>
    </Section>
  )
}
