import type { Metadata } from 'next'
import { SpanRoute } from '#app/(console)/credentialing/span-routes.tsx'

export const metadata: Metadata = { title: 'Provider span' }

/** One credentialing span of a rendering provider. */
export default function Page({ params }: { params: Promise<{ id: string }> }) {
  return <SpanRoute kind="provider" params={params} />
}
