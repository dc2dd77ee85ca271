'use client'
import { FieldGrid } from '#components/form/field-grid.tsx'
import type { Spans } from '#components/form/field-grid.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { detailNames } from '../section-list.ts'

const spans: Spans = { additional_information: 12 }

/** The remaining single fields: accident, admission, assignment, authorisation and the like. */
export function DetailsSection({ body }: { body: ObjectShape }) {
  const { shape } = useRecord()
  const names = detailNames(body).filter((name) => shape.members.data?.kind === 'object' && Object.hasOwn(shape.members.data.members, name))
  return (
    <Section at="data.details" title="Claim details">
      <FieldGrid at="data" names={names} spans={spans} />
    </Section>
  )
}
