import type { CoverageBar } from '#lib/rules/coverage/bars.ts'

/** A kind of rows, providers or facilities, with the addresses of their spans. */
export type CoverageKind = {
  id: 'providers' | 'facilities'
  noun: { one: string; many: string }
  head: string
  /** The contract's tab that adds them. */
  tab: string
  /**
   * The address of their spans, and the query member of a new span's address that holds the row's
   * id.
   */
  spans: string
  subject: string
}

export const coverageKinds: Record<CoverageKind['id'], CoverageKind> = {
  providers: {
    id: 'providers',
    noun: { one: 'provider', many: 'providers' },
    head: 'Rendering provider',
    tab: 'providers',
    spans: '/credentialing/provider-spans',
    subject: 'rendering_provider_id',
  },
  facilities: {
    id: 'facilities',
    noun: { one: 'facility', many: 'facilities' },
    head: 'Service facility',
    tab: 'service-facilities',
    spans: '/credentialing/facility-spans',
    subject: 'service_facility_id',
  },
}

/** The page of a span. */
export function spanHref(kind: CoverageKind, id: string): string {
  return `${kind.spans}/${encodeURIComponent(id)}`
}

/** The link of a bar: its span, if it has exactly one and that span has a page. */
export function barHref(
  kind: CoverageKind,
  { spans }: Pick<CoverageBar, 'spans'>,
): string | undefined {
  return spans.length === 1 && spans[0] !== '' ? spanHref(kind, spans[0]!) : undefined
}
