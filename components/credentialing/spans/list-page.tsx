'use client'
import type { ListDefinition, PreparedList } from '#components/table/list-source.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import type { SpanRow } from '#lib/lists/span-rows.ts'
import { facilitySpanList, providerSpanList } from '#lib/lists/credentialing-spans.ts'
import { listSource } from '#lib/queries/list-source.ts'
import { CredentialingTabs } from '../credentialing-tabs.tsx'
import { facilitySpanColumns, nameOfSpan, providerSpanColumns } from './list-columns.tsx'

const facilitySpans: ListDefinition<SpanRow> = {
  spec: facilitySpanList,
  title: 'Facility spans',
  tabs: <CredentialingTabs current="/credentialing/facility-spans" />,
  base: '/credentialing/facility-spans',
  columns: facilitySpanColumns,
  nameOf: nameOfSpan,
  idOf: (row) => row.id,
}

const providerSpans: ListDefinition<SpanRow> = {
  spec: providerSpanList,
  title: 'Provider spans',
  tabs: <CredentialingTabs current="/credentialing/provider-spans" />,
  base: '/credentialing/provider-spans',
  columns: providerSpanColumns,
  nameOf: nameOfSpan,
  idOf: (row) => row.id,
}

/** The list of the spans of service facilities. */
export function FacilitySpansList({ prepared }: { prepared: PreparedList }) {
  return <ResourceList definition={facilitySpans} source={listSource} prepared={prepared} />
}

/** The list of the spans of rendering providers. */
export function ProviderSpansList({ prepared }: { prepared: PreparedList }) {
  return <ResourceList definition={providerSpans} source={listSource} prepared={prepared} />
}
