'use client'
import { useQuery } from '@tanstack/react-query'
import { OtherMembers } from '#components/form/reading/other-members.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { RowList } from '#components/form/row-list.tsx'
import { Section } from '#components/form/section.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { CustomSchema } from '#lib/contract/custom-schemas.ts'
import { customSchemasQuery } from '#lib/queries/options.ts'
import { SchemaInstance } from './schema-instance.tsx'

/**
 * Metadata: instances of the organisation's custom schemas. The keys of a known schema have inputs
 * of their types; where the key may not read the schemas, or no schema has the id, the content is
 * JSON.
 */
export function MetadataSection({
  at,
  title,
  startsWithRow,
}: {
  at: string
  title: string
  startsWithRow?: boolean
}) {
  const { data, isPending } = useQuery(customSchemasQuery({}))
  const schemas: readonly CustomSchema[] = data?.items ?? []
  return (
    <Section at={at} title={title}>
      <RowList at={at} noun="instance" startsWithRow={startsWithRow}>
        {(path) => (
          <>
            {isPending ? (
              <Skeleton className="h-16" />
            ) : schemas.length > 0 ? (
              <SchemaInstance at={path} schemas={schemas} />
            ) : (
              <PlainInstance at={path} />
            )}
            <OtherMembers at={path} />
          </>
        )}
      </RowList>
      {!isPending && schemas.length === 0 && (
        <p className="mt-2 text-xs text-ink-3">
          This connection can’t load the custom schemas. Edit the content as JSON.
        </p>
      )}
    </Section>
  )
}

function PlainInstance({ at }: { at: string }) {
  return (
    <div className="flex flex-col gap-3">
      <RecordField name={`${at}.schema_id`} className="max-w-100" />
      <RecordField name={`${at}.content`} hint="Enter a JSON object." />
    </div>
  )
}
