import type { Metadata } from 'next'
import { SpanRoute } from '#app/(console)/credentialing/span-routes.tsx'

export const metadata: Metadata = { title: 'Facility span' }

/** One credentialing span of a service facility. */
export default function Page({ params }: { params: Promise<{ id: string }> }) {
  return <SpanRoute kind="facility" params={params} />
}
