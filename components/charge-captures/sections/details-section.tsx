'use client'
import { FieldGrid } from '#components/form/field-grid.tsx'
import type { Spans } from '#components/form/field-grid.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { SubFields } from '#components/form/sub-fields.tsx'
import { Section } from '#components/form/section.tsx'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { detailNames } from '../section-list.ts'

const causes = 'data.related_causes_information'
const causeNames = ['related_causes_code_1', 'related_causes_code_2', 'state_or_province_code']
const spans: Spans = { additional_information: 12 }

/** The remaining single fields: accident, admission, assignment, authorisation and the like. */
export function DetailsSection({ body }: { body: ObjectShape }) {
  const { shape } = useRecord()
  const names = detailNames(body).filter((name) => shape.members.data?.kind === 'object' && Object.hasOwn(shape.members.data.members, name))
  return (
    <Section at="data.details" title="Claim details">
      <FieldGrid at="data" names={names} spans={spans} />
      <SubFields at={causes} title="Related causes">
        <FieldGrid at={causes} names={causeNames} />
      </SubFields>
    </Section>
  )
}
