'use client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState, type ReactNode } from 'react'
import { useStartFix } from '#components/bulk/fix-selected.tsx'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { addDays } from '#lib/core/local-date.ts'
import type { MarkChange, MarksBefore, MarkSubject, QueueFilter } from '#lib/lists/queue.ts'
import { undoMarks } from '#lib/queries/queue.ts'
import { markQueue } from '#lib/actions/queue.ts'
import { useAct } from '#lib/queries/use-act.ts'
import type { Colleague, MarkKind } from './mark-menus.tsx'

const MarkMenus = onDemand(() => import('./mark-menus.tsx').then((module) => module.MarkMenus))

/** A cause that can be fixed at once; with a filter, only its claims in that filter. */
type CauseFix = { cause: string; claims: number; filter: QueueFilter | undefined }

type QueueFootProps = {
  /** What the actions change: the selected rows, otherwise the current one. */
  subjects: readonly MarkSubject[]
  /** The same in words, for messages: "3 causes". */
  subjectWords: string
  /** The current row with its sums, as the palette heads the actions that change it. */
  current?: string | undefined
  /** Scrolls to the current row; `isByKey` moves the focus to it, too. */
  showCurrent: (isByKey: boolean) => void
  /** What is selected, with its sums; undefined without a selection. */
  selected: string | undefined
  onClear: () => void
  today: string
  people: readonly Colleague[]
  ownId: string
  note: string | undefined
  /** Everything that is chosen is snoozed. */
  isSnoozed?: boolean
  /** The causes by whose snooze the chosen ones are hidden: a snooze ends with theirs. */
  snoozedCauses?: readonly string[]
  /** The days left to file of what is chosen, where they are known. */
  daysLeft?: readonly (number | undefined)[]
  canMark: boolean
  onWork: () => void
  /** The cause that can be fixed at once, where the person may. */
  fixAll?: CauseFix | undefined
  /** More actions for what is chosen. */
  actions?: ReactNode
  /** What the foot says without a selection. */
  children: ReactNode
}

/**
 * The foot of the queue's tables: what is selected and what can be done with it, by button or key.
 */
export function QueueFoot({
  subjects,
  subjectWords,
  current,
  showCurrent,
  selected,
  onClear,
  today,
  people,
  ownId,
  note,
  isSnoozed = false,
  snoozedCauses = [],
  daysLeft = [],
  canMark,
  onWork,
  fixAll,
  actions,
  children,
}: QueueFootProps) {
  const client = useQueryClient()
  const router = useRouter()
  const bar = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<{ kind: MarkKind; anchor: HTMLElement }>()
  const marks = useAct('markQueue', markQueue, { tells: 'Nothing was changed.' })
  const { busy, start } = useStartFix()
  const go = (href: string) => {
    holdKeysUntilPage(href)
    router.push(href)
  }
  const fix = ({ cause, filter }: CauseFix) =>
    filter ? void start('cause', { kind: 'cause', key: cause, filter }) : go(fixHref(cause))
  const has = canMark && subjects.length > 0
  const openMenu = (kind: 'assign' | 'snooze' | 'more' | 'note', isByKey = false) => {
    const button = kind === 'note' ? 'more' : kind
    const anchor = bar.current?.querySelector<HTMLElement>(`[data-mark="${button}"]`)
    if (!has || marks.busy || !anchor) return false
    // Nobody changes a row that they don't see.
    if (selected === undefined) showCurrent(isByKey)
    setMenu({ kind, anchor })
    return true
  }
  const mark = async (change: MarkChange, words: string) => {
    const endsSnooze = change.snoozed_until === null && snoozedCauses.length > 0
    const marked = endsSnooze
      ? [...subjects, ...snoozedCauses.map((cause) => ({ cause }))]
      : [...subjects]
    const result = await marks.ask({ subjects: marked, change })
    if (result.ok)
      showToast({
        tone: 'green',
        message: `${subjectWords} ${words}${endsSnooze ? ', with all of the cause' : ''}.`,
        action: { label: 'Undo', run: () => void takeBack(client, marked, change, result.value) },
      })
  }
  const changes = {
    group: 'Queue',
    target: selected ?? current,
    whyNot: subjects.length === 0 ? 'Nothing is selected' : undefined,
  }
  useKeys([
    ...(fixAll
      ? [{ keys: 'b', label: 'Fix all of the cause', run: () => fix(fixAll), group: 'Queue' }]
      : []),
    ...(canMark
      ? [
          {
            ...changes,
            keys: 'a',
            label: 'Assign',
            run: () => openMenu('assign', true),
            opens: true,
          },
          {
            ...changes,
            keys: 's',
            label: 'Snooze',
            run: () => openMenu('snooze', true),
            opens: true,
          },
          {
            ...changes,
            keys: 'm',
            label: note === undefined ? 'Add a note' : 'Edit the note',
            run: () => openMenu('note', true),
            opens: true,
          },
          { ...changes, label: 'Priority', run: () => openMenu('more', true), opens: true },
          { keys: 'w', label: 'Work one by one', run: onWork, group: 'Queue' },
        ]
      : []),
  ])
  return (
    <footer ref={bar} className="@container shrink-0 border-t border-line text-sm text-ink-2">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-1.5 max-sm:flex-nowrap max-sm:overflow-x-auto">
        <span role="status" className="min-w-0 truncate tabular-nums max-sm:shrink-0">
          {selected === undefined ? (
            children
          ) : (
            <span className="font-medium text-ink">{selected}</span>
          )}
        </span>
        {selected !== undefined && (
          <Button size="small" tone="quiet" onClick={onClear}>
            Clear selection
          </Button>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:shrink-0 max-sm:flex-nowrap">
          {/* A foot of two lines would move the rows. */}
          {selected === undefined && (
            <span className="mr-2 inline-flex items-center gap-2 text-xs @max-5xl:hidden">
              <Kbd keys="j k" /> move <Kbd keys="x" /> select <Kbd keys="?" /> all keys
            </span>
          )}
          {canMark && (
            <>
              <Button
                data-mark="assign"
                aria-haspopup="menu"
                aria-keyshortcuts="a"
                aria-disabled={!has || undefined}
                busy={marks.busy}
                onClick={() => openMenu('assign')}
              >
                Assign <Kbd keys="a" />
              </Button>
              <Button
                data-mark="snooze"
                aria-haspopup="menu"
                aria-keyshortcuts="s"
                aria-disabled={!has || undefined}
                onClick={() => openMenu('snooze')}
              >
                Snooze <Kbd keys="s" />
              </Button>
              <Button
                data-mark="more"
                aria-haspopup="menu"
                aria-disabled={!has || undefined}
                onClick={() => openMenu('more')}
              >
                More
              </Button>
              <Button onClick={onWork} aria-keyshortcuts="w">
                Work one by one <Kbd keys="w" />
              </Button>
            </>
          )}
          {fixAll && (
            <Button
              tone="primary"
              busy={busy !== undefined}
              onClick={() => fix(fixAll)}
              aria-keyshortcuts="b"
            >
              Fix all {fixAll.claims.toLocaleString('en-US')}… <Kbd keys="b" />
            </Button>
          )}
          {actions}
        </span>
        {menu && (
          <MarkMenus
            key={menu.kind}
            open={menu.kind}
            anchor={menu.anchor}
            today={today}
            people={people}
            ownId={ownId}
            note={note}
            isSnoozed={isSnoozed}
            isSnoozedByCause={snoozedCauses.length > 0}
            lastDay={lastDayOf(today, daysLeft)}
            onMark={(change, words) => void mark(change, words)}
            onOpen={(kind) => setMenu({ kind, anchor: menu.anchor })}
            // A menu that opens a dialog closes after the dialog is open.
            onClose={() => setMenu((now) => (now?.kind === menu.kind ? undefined : now))}
          />
        )}
      </div>
    </footer>
  )
}

function lastDayOf(today: string, daysLeft: readonly (number | undefined)[]) {
  const known = daysLeft.filter((days) => days !== undefined)
  return known.length === 0 ? undefined : addDays(today, Math.min(...known))
}

async function takeBack(
  client: QueryClient,
  subjects: readonly MarkSubject[],
  change: MarkChange,
  before: MarksBefore,
): Promise<void> {
  const result = await undoMarks(client, subjects, change, before)
  if (!result.ok) return
  if (result.value.left > 0)
    showToast({
      tone: 'amber',
      message: `${countOf(result.value.left, leftNoun)} since and stayed as it is now.`,
    })
  else showToast({ message: 'Undone.' })
}

const leftNoun = {
  one: 'item was changed by somebody else',
  many: 'items were changed by somebody else',
}

// The page of a bulk fix takes a cause by its key.
function fixHref(cause: string): string {
  return `/queue/fix/${encodeURIComponent(cause)}`
}
