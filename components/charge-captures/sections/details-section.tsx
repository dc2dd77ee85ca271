'use client'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { Section } from '#components/form/section.tsx'
import { ShapeFields } from '#components/form/shape-fields.tsx'
import { SubFields } from '#components/form/sub-fields.tsx'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { detailNames } from '#components/charge-captures/section-list.ts'

/** The remaining single fields: admission, assignment, authorisation, tags and the like. */
export function DetailsSection({ body }: { body: ObjectShape }) {
  return (
    <Section at="data.details" title="Claim details">
      <FieldGrid at="data" names={detailNames(body)} />
    </Section>
  )
}

/** The accident behind the visit, its causes, and what the casualty insurer wants to know. */
export function AccidentSection() {
  return (
    <Section at="data.accident" title="Accident and casualty">
      <FieldGrid at="data" names={['accident_date', 'property_casualty_claim_number']} />
      <SubFields at="data.related_causes_information" title="Related causes">
        <ShapeFields at="data.related_causes_information" />
      </SubFields>
      <SubFields at="data.property_casualty_patient_identifier" title="Property and casualty identifier">
        <ShapeFields at="data.property_casualty_patient_identifier" />
      </SubFields>
    </Section>
  )
}
