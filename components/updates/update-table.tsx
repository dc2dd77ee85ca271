'use client'
import { useMemo, useState, type ReactNode } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import type { Colleague } from '#components/queue/mark-menus.tsx'
import { itemRows, nameOfItem } from '#components/queue/queue-columns.tsx'
import type { ItemRow } from '#lib/lists/columns/queue.ts'
import { QueueFoot } from '#components/queue/queue-foot.tsx'
import { useQueueRows } from '#components/queue/use-queue-rows.ts'
import { movedWords } from '#components/resolve/diff-words.ts'
import { ReasonQuestion } from '#components/resolve/reason-question.tsx'
import { useResolveChanges, type ResolvableClaim } from '#components/resolve/use-resolve-changes.ts'
import { DataTable } from '#components/table/data-table.tsx'
import type { TablePreference } from '#components/table/table-preference.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { updatesList, stepOf, type UpdatesPage } from '#lib/lists/updates.ts'
import { updateTable } from './update-columns.tsx'
import { useOpenUpdate, withOpen } from './use-open-update.ts'

const ResolveDialog = onDemand(() =>
  import('./resolve-dialog.tsx').then((module) => module.ResolveDialog),
)

const OpenUpdate = onDemand(() => import('./open-update.tsx').then((module) => module.OpenUpdate))

const base = '/updates'

type UpdateTableProps = {
  today: string
  people: readonly Colleague[]
  ownId: string
  canMark: boolean
  canResolve: boolean
  href: string
  pages: readonly UpdatesPage[] | undefined
  /** The sums of the filter, in words. */
  sums: string | undefined
  isLoading: boolean
  isOld: boolean
  hasMore: boolean
  isReadingMore: boolean
  onMore: () => void
  preference: TablePreference
  onPreference: (preference: TablePreference) => void
  /** What fills the table without rows. */
  empty: ReactNode
}

/**
 * The changes after billing as a table, to resolve and to assign one or many. What was billed and
 * what it is now opens under a row.
 */
export function UpdateTable({
  pages,
  href,
  today,
  isLoading,
  isOld,
  hasMore,
  isReadingMore,
  onMore,
  ...rest
}: UpdateTableProps) {
  const rows = useMemo(() => itemRows((pages ?? []).flatMap(({ items }) => items)), [pages])
  // The list stays the same one while its rows open and close.
  const list = withOpen(href, undefined)
  const { tableProps, choice, handle, clear, selected, chosen, showCurrent } = useQueueRows({
    rows,
    base,
    href: list,
    linkOf: (row) => withOpen(list, row.claim_creation_id),
    isLoading,
    isOld,
    more: { hasMore, isReadingMore, onMore },
  })
  const context = useMemo(() => ({ today, extra: undefined }), [today])
  const [asked, setAsked] = useState<readonly ItemRow[]>()
  // Of many, those that are done stay done if a later request fails.
  const { busy, failure, sent, question, resolve } = useResolveChanges((ids, resolved) => {
    const isLeft = (row: ItemRow) => claimOf(row).changeIds.some((id) => !ids.includes(id))
    if (resolved) setAsked((now) => (now?.some(isLeft) ? now.filter(isLeft) : undefined))
  })
  const canAsk = rest.canResolve && chosen.length > 0
  const ask = () => canAsk && setAsked(chosen)
  useKeys(
    rest.canResolve ? [{ keys: 'r', label: 'Resolve', run: ask, opens: true, group: 'Queue' }] : [],
  )
  // Its keys come after those of the list, which they replace while a change is open.
  const open = useOpenUpdate({ rows, choice, handle, canResolve: rest.canResolve })
  const opened = { open, today, canResolve: rest.canResolve }
  const resolveAsked = async (items: readonly ItemRow[], reason: string) => {
    const done = await resolve({ claims: items.map(claimOf), name: namesOf(items), reason })
    if (!done) return
    setAsked(undefined)
    clear()
  }
  return (
    <>
      {open.id !== undefined && !open.row && !isLoading && !isOld && (
        <OpenUpdate {...opened} away={hasMore ? awayWords.unread : awayWords.gone} />
      )}
      <div className="relative flex min-h-0 grow flex-col">
        <DataTable
          label="Changes after billing"
          columns={updateTable}
          preference={rest.preference}
          onPreference={rest.onPreference}
          {...tableProps}
          context={context}
          nameOf={(row) => [row.patient, nameOfItem(row)].filter(Boolean).join(', ')}
          isTall
          onOpen={open.toggle}
          open={open.row && { id: open.row.id, content: <OpenUpdate {...opened} /> }}
          widthsFor="updates"
        />
        {rows.length === 0 && rest.empty}
      </div>
      <QueueFoot
        subjects={chosen.map(({ claim_creation_id }) => ({ claim_creation_id }))}
        subjectWords={namesOf(chosen)}
        current={
          chosen.length > 0
            ? `${nameOfItem(chosen[0]!)} · ${movedWords(movedOf(chosen))}`
            : undefined
        }
        showCurrent={showCurrent}
        selected={
          selected.length > 0
            ? `${countOf(selected.length, updatesList.noun)} selected · ${movedWords(movedOf(selected))}`
            : undefined
        }
        onClear={clear}
        today={today}
        people={rest.people}
        ownId={rest.ownId}
        note={chosen.length === 1 ? chosen[0]!.mark.note : undefined}
        canMark={rest.canMark}
        onWork={() => open.openAt(choice.active)}
        actions={
          rest.canResolve && (
            <Button
              tone={open.hasResolveKey ? undefined : 'primary'}
              aria-haspopup="dialog"
              aria-keyshortcuts={open.hasResolveKey ? undefined : 'r'}
              aria-disabled={!canAsk || undefined}
              onClick={ask}
            >
              Resolve{selected.length > 0 && ` ${selected.length.toLocaleString('en-US')}`}…{' '}
              {!open.hasResolveKey && <Kbd keys="r" />}
            </Button>
          )
        }
      >
        {rest.sums !== undefined && (
          <span className="inline-flex items-center gap-2">
            {isReadingMore && <Spinner />}
            {rest.sums}
          </span>
        )}
      </QueueFoot>
      <ReasonQuestion question={question ?? open.question} />
      {asked && !question && (
        <ResolveDialog
          words={
            asked.length === 1 ? nameOfItem(asked[0]!) : countOf(asked.length, updatesList.noun)
          }
          step={common(asked, stepOf)}
          why={common(asked, ({ change }) => change?.step_words)}
          total={changesOf(asked).length}
          sent={sent}
          busy={busy}
          failure={failure}
          onResolve={(reason) => void resolveAsked(asked, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

const awayWords = {
  unread: 'This change isn’t among the rows that are loaded.',
  gone: 'This change isn’t in the list: it is resolved, filtered out or newer than the list.',
}

function claimOf(row: ItemRow): ResolvableClaim {
  const name = row.patient ?? nameOfItem(row)
  return { id: row.claim_creation_id, name, changeIds: row.change?.update_ids ?? [] }
}

function changesOf(rows: readonly ItemRow[]): string[] {
  return rows.flatMap(({ change }) => change?.update_ids ?? [])
}

function movedOf(rows: readonly ItemRow[]): number {
  return rows.reduce((sum, { change }) => sum + (change?.moved_cents ?? 0), 0)
}

function namesOf(rows: readonly ItemRow[]): string {
  return rows.length === 1
    ? `${nameOfItem(rows[0]!)} is`
    : `${countOf(rows.length, updatesList.noun)} are`
}

/** What all rows have in common; undefined if they differ. */
function common<T>(rows: readonly ItemRow[], of: (row: ItemRow) => T): T | undefined {
  const [first, ...others] = [...new Set(rows.map(of))]
  return others.length === 0 ? first : undefined
}
