import type { Metadata } from 'next'
import { BoardPage } from '#components/credentialing/board/board-page.tsx'
import { readBoard, readStanding } from '#lib/actions/coverage-board/verbs.ts'
import { countEnding } from '#lib/actions/expiring/verbs.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'
import { valueIn } from '#lib/core/json-text.ts'

export const metadata: Metadata = { title: 'Coverage board' }

/** The coverage board: the captures that payers will deny because cover is missing. */
export default async function Page() {
  const account = await requireAccount('/credentialing')
  const connection = await activeConnection()
  const standing = await readForPage(account, 'readCoverageBoard', readStanding, {})
  const read = valueIn(standing)
  const done = read?.done
  const board = done
    ? await readForPage(account, 'readCoverageBoard', readBoard, { id: done.id })
    : undefined
  const rights = {
    mayListCaptures: may(account.role, 'listChargeCaptures'),
    mayListClaims: may(account.role, 'listEncounters'),
    mayRun: may(account.role, 'runCoverageBoard'),
    mayFix: may(account.role, 'updateChargeCapture'),
    mayRecordSpans: may(account.role, 'createProviderCredentialingSpan'),
  }
  const endsSoon = may(account.role, 'readExpiring')
    ? await countEnding('60', connection)
    : undefined
  return (
    <BoardPage
      standing={standing}
      board={board}
      scope={connection.scopeLabel}
      rights={rights}
      endsSoon={endsSoon}
    />
  )
}
