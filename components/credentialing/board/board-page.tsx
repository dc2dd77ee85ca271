'use client'
import { Download, RefreshCw } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFreshness } from '#components/frame/freshness.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { showFailure } from '#components/ui/toast.tsx'
import {
  cancelCoverageBoard,
  countCoverageRow,
  startCoverageBoard,
} from '#lib/actions/coverage-board.ts'
import type { Board } from '#lib/rules/coverage/board.ts'
import type { BoardProgress } from '#lib/actions/coverage-board/verbs.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { valueIn, type JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { boardCausesQuery, boardQuery, boardStandingQuery } from '#lib/queries/coverage-board.ts'
import { CredentialingTabs } from '#components/credentialing/credentialing-tabs.tsx'
import { BoardBody } from './board-body.tsx'
import { CheckPlaceholder, useAskCheck } from './check-state.tsx'
import { JobNote } from './job-note.tsx'
import type { BoardRights } from './pair-panel.tsx'
import { hasCauses } from './sort-rows.ts'

type BoardPageProps = {
  /**
   * The server's reads for this page, each the JSON text of a Result; no board if no result is
   * stored.
   */
  standing: JsonText<Result<BoardProgress>>
  board: JsonText<Result<Board>> | undefined
  /** The billing NPIs that the current key can reach. */
  scope: string
  rights: BoardRights
  /** How many contracts and spans end within 60 days; undefined where nobody checked. */
  endsSoon: number | undefined
}

/**
 * The coverage board. A job makes it and continues without this page; the page shows when it was
 * made.
 */
export function BoardPage({
  standing: firstStanding,
  board: firstBoard,
  scope,
  rights,
  endsSoon,
}: BoardPageProps) {
  const client = useQueryClient()
  const [first] = useState(() => ({
    standing: valueIn(firstStanding),
    board: firstBoard === undefined ? undefined : valueIn(firstBoard),
  }))
  const standing = useQuery({
    ...boardStandingQuery(),
    ...(first.standing ? { initialData: first.standing } : {}),
  })
  const { job = null, done = null, recorded = [] } = standing.data ?? {}
  const firstDone = first.standing?.done
  const isOwnFirst =
    done !== null &&
    done.id === firstDone?.id &&
    done.counted_at === firstDone.counted_at &&
    first.board !== undefined
  const board = useQuery({
    ...boardQuery(done?.id ?? '', done?.counted_at ?? null),
    enabled: done !== null,
    ...(isOwnFirst ? { initialData: first.board } : {}),
  })
  const read = board.data && done ? { done, board: board.data } : undefined
  const [former, setFormer] = useState(read)
  if (read && read.board !== former?.board) setFormer(read)
  // The former board stays while a newer one loads: somebody may be searching in it.
  const shown = read ?? (board.isFetching ? former : undefined)
  const { asked, ask } = useAskCheck<BoardProgress, 'run' | 'stop' | 'count'>(
    boardStandingQuery().queryKey,
    'runCoverageBoard',
  )
  useFreshness(shown ? Date.parse(shown.done.finished_at) : undefined)
  const isRunning = job?.is_open ?? false
  const run = () => void ask('run', startCoverageBoard, {}).then(noteJobStarted)
  // A row whose span was recorded after the board began is counted anew by itself, once for each
  // newest span.
  const tried = useRef(new Set<string>())
  useEffect(() => {
    if (!done || !rights.mayRun || isRunning || asked) return
    const due = recorded.find(
      ({ payer_uuid, provider_id, at, is_counted }) =>
        !is_counted &&
        !tried.current.has(`${payer_uuid} ${provider_id} ${at}`) &&
        shown?.board.rows.some(
          ({ payer, provider }) => payer.uuid === payer_uuid && provider.id === provider_id,
        ),
    )
    if (!due) return
    const { payer_uuid, provider_id, at } = due
    tried.current.add(`${payer_uuid} ${provider_id} ${at}`)
    void ask('count', countCoverageRow, { id: done.id, payer_uuid, provider_id }).then(
      noteJobStarted,
    )
  })
  const exportCsv = async () => {
    if (!shown) return
    const { done, board } = shown
    try {
      const { rows } = board
      const [{ boardCsv }, causes] = await Promise.all([
        import('./board-csv.ts'),
        client.fetchQuery(
          boardCausesQuery(
            done.id,
            rows.filter(hasCauses).map(({ place }) => place),
            done.counted_at,
          ),
        ),
      ])
      saveFile(
        `coverage-board-${board.as_of}.csv`,
        new Blob([boardCsv(rows, causes)], { type: 'text/csv;charset=utf-8' }),
      )
    } catch (error) {
      showFailure(failureOf(error))
    }
  }
  const runButton = (
    <Button tone="primary" busy={isRunning || asked === 'run'} onClick={run}>
      {!isRunning && asked !== 'run' && <RefreshCw aria-hidden="true" className="size-3.5" />}
      {done ? 'Check again' : 'Check coverage'}
    </Button>
  )
  const failure = board.error ?? (standing.data === undefined ? standing.error : null)
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title="Coverage board"
        note={
          shown && (
            <>
              As of <LocalTime at={shown.done.finished_at} />
              {shown.done.is_nightly && ', checked by the console'}
              {scope !== '' && ` · key scope: ${scope.charAt(0).toLowerCase()}${scope.slice(1)}`}
            </>
          )
        }
        actions={
          <>
            <LinkButton href="/credentialing/expiring?days=60">
              {endsSoon === undefined
                ? 'What ends within 60 days'
                : `${endsSoon.toLocaleString('en-US')} ${endsSoon === 1 ? 'ends' : 'end'} within 60 days`}
            </LinkButton>
            {shown && (
              <Button onClick={() => void exportCsv()}>
                <Download aria-hidden="true" className="size-3.5" />
                Export CSV
              </Button>
            )}
            {done && runButton}
          </>
        }
      />
      {/* Tabs that scroll sideways would shrink to nothing in a column as high as the page. */}
      <div className="shrink-0">
        <CredentialingTabs current="/credentialing" />
      </div>
      <JobNote
        job={job}
        hasResult={done !== null}
        isStopping={asked === 'stop'}
        onStop={() => job && void ask('stop', cancelCoverageBoard, { id: job.id })}
      />
      {shown ? (
        <BoardBody
          done={shown.done}
          board={shown.board}
          recorded={shown.done.id === done?.id ? recorded : []}
          rights={rights}
        />
      ) : (
        <CheckPlaceholder
          failure={failure}
          onRetry={() => void (board.error ? board.refetch() : standing.refetch())}
          title={isRunning ? 'Checking coverage' : done ? 'Reading…' : 'No coverage report yet'}
          actions={!isRunning && !done && runButton}
        >
          Shows which billable and planned captures will be denied for missing coverage, and which
          ones to hold until a span is loaded. It checks every contract with its roster, spans and
          facilities, and the captures that aren’t in a claim creation yet.
        </CheckPlaceholder>
      )}
    </div>
  )
}
