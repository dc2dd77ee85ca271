import type { Metadata } from 'next'
import { EncountersList } from '#components/encounters/list-page.tsx'
import { encounterList } from '#lib/lists/encounters.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Encounters' }

/** The list of encounters, with every filter of the partner. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Encounters"
      preparing={prepareList(encounterList, '/encounters', searchParams)}
      List={EncountersList}
    />
  )
}
