'use client'
import { Section } from '#components/form/section.tsx'
import { RowList } from '#components/form/row-list.tsx'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { OtherMembers } from '#components/form/other-members.tsx'

export function MetadataSection({ at, title, startsWithRow }: { at: string; title: string; startsWithRow?: boolean }) {
  return (
    <Section at={at} title={title}>
      <RowList at={at} noun="instance" startsWithRow={startsWithRow}>
        {(path) => (
          <>
            <FieldGrid at={path} names={['schema_id', 'content']} />
            <OtherMembers at={path} />
          </>
        )}
      </RowList>
    </Section>
  )
}
