'use client'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { facilitySpanList, providerSpanList } from '#lib/lists/credentialing-spans.ts'
import { CredentialingTabs } from '#components/credentialing/credentialing-tabs.tsx'
import { facilitySpanTable, nameOfSpan, providerSpanTable } from './list-columns.tsx'

const facilitySpans: ListDefinition<SpanRow> = {
  spec: facilitySpanList,
  title: 'Facility spans',
  tabs: <CredentialingTabs current="/credentialing/facility-spans" />,
  base: '/credentialing/facility-spans',
  columns: facilitySpanTable,
  create: { label: 'New facility span', href: '/credentialing/facility-spans/new' },
  nameOf: nameOfSpan,
  idOf: (row) => row.id,
}

const providerSpans: ListDefinition<SpanRow> = {
  spec: providerSpanList,
  title: 'Provider spans',
  tabs: <CredentialingTabs current="/credentialing/provider-spans" />,
  base: '/credentialing/provider-spans',
  columns: providerSpanTable,
  create: { label: 'New provider span', href: '/credentialing/provider-spans/new' },
  nameOf: nameOfSpan,
  idOf: (row) => row.id,
}

/** The list of the spans of service facilities. */
export function FacilitySpansList({ prepared }: { prepared: PreparedList }) {
  return <ResourceList definition={facilitySpans} prepared={prepared} />
}

/** The list of the spans of rendering providers. */
export function ProviderSpansList({ prepared }: { prepared: PreparedList }) {
  return <ResourceList definition={providerSpans} prepared={prepared} />
}
