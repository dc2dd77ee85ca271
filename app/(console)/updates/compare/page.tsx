import { redirect } from 'next/navigation'
import { requireAccount } from '#lib/console/accounts/session.ts'
import type { PageSearch } from '#app/(console)/prepare-list.ts'

/** The address of the comparison in old links: it is now under its row in the list. */
export default async function Page({ searchParams }: { searchParams: PageSearch }) {
  await requireAccount('/updates/compare')
  const { item, claim_creation_ids } = await searchParams
  const ids = [claim_creation_ids ?? []].flat()
  const open = [item ?? ids].flat().slice(0, 1)
  const search = new URLSearchParams([
    ...ids.map((id) => ['claim_creation_ids', id]),
    ...open.map((id) => ['item', id]),
  ])
  redirect(search.size === 0 ? '/updates' : `/updates?${search}`)
}
