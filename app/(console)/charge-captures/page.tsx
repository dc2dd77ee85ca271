import type { Metadata } from 'next'
import { ChargeCapturesList } from '#components/charge-captures/list-page.tsx'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { NoList } from '../no-list.tsx'
import { prepareList } from '../prepare-list.ts'
import type { PageSearch } from '../prepare-list.ts'

export const metadata: Metadata = { title: 'Charge captures' }

/** The list of charge captures, with every filter and ranked sort of the partner. */
export default async function Page({ searchParams }: { searchParams: PageSearch }) {
  const { prepared, failure } = await prepareList(chargeCaptureList, '/charge-captures', searchParams)
  return failure ? <NoList failure={failure} /> : <ChargeCapturesList prepared={prepared} />
}
