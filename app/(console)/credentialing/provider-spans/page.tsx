import type { Metadata } from 'next'
import { ProviderSpansList } from '#components/credentialing/spans/list-page.tsx'
import { providerSpanList } from '#lib/lists/credentialing-spans.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Provider spans' }

/** The list of credentialing spans of rendering providers. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Provider spans"
      preparing={prepareList(providerSpanList, '/credentialing/provider-spans', searchParams)}
      List={ProviderSpansList}
    />
  )
}
