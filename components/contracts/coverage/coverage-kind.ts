import type { CoverageBar } from '#lib/rules/coverage/bars.ts'

/** What the rows of a timeline are, and where their spans live. */
export type CoverageKind = {
  id: 'providers' | 'facilities'
  noun: { one: string; many: string }
  head: string
  /** The contract's page where they are added. */
  tab: string
  /** The pages of their spans, and what the new span's address calls the one that it is about. */
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

/** Where a bar leads: to its span, where it is about one only and that one has a page. */
export function barHref(kind: CoverageKind, { spans }: Pick<CoverageBar, 'spans'>): string | undefined {
  return spans.length === 1 && spans[0] !== '' ? spanHref(kind, spans[0]!) : undefined
}
