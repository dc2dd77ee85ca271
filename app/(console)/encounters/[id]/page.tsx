import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { EncounterPage } from '#components/encounters/encounter-view.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { readEncounterText } from '#lib/actions/encounters/read-encounter.ts'
import { asOpened, encounterWords } from '#lib/actions/opened-lately.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { encounterShape } from '#lib/rules/new-records/encounter-shapes.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Encounter' }

/** The page of one encounter. The address has its id. */
export default async function EncounterRoute({ params }: { params: Promise<{ id: string }> }) {
  const { id: encoded } = await params
  const id = decodeURIComponent(encoded)
  const account = await currentAccount()
  if (!account) redirect(signInAddress(`/encounters/${encoded}`))
  const read = asOpened('encounter', encounterWords, readEncounterText)
  const reply = readForPage(account, 'getEncounter', read, { id })
  return (
    <LatePart fallback={<DetailSkeleton hasFacts />}>
      <EncounterPage id={id} reply={reply} shape={encounterShape()} />
    </LatePart>
  )
}
