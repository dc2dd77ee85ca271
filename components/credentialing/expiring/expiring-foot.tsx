'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { DateDialog } from '#components/ui/date-dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { markExpiring } from '#lib/actions/expiring.ts'
import type { EndingMark, EndingMarkChange } from '#lib/actions/expiring/verbs.ts'
import { formatLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { askAct } from '#lib/queries/use-act.ts'
import { nextOf, whoOf, withOf, type EndingRow } from './expiring-rows.ts'

type ExpiringFootProps = {
  /** The row that the actions change; undefined without rows. */
  row: EndingRow | undefined
  /** Its mark; undefined while that is not known. */
  mark: EndingMark | undefined
  people: readonly { id: string; name: string }[]
  ownId: string
  today: LocalDate
  rights: { mayMark: boolean; mayRecordSpans: boolean }
  /** Scrolls to the current row and moves the focus to it. */
  showCurrent: () => void
  onOpen: (href: string) => void
  /** What the foot says of all rows. */
  children: ReactNode
}

type Open = 'assign' | 'renewal' | 'date'

/** The sums of the rows, and what can be done with the current one, by button or key. */
export function ExpiringFoot({
  row,
  mark,
  people,
  ownId,
  today,
  rights: { mayMark, mayRecordSpans },
  showCurrent,
  onOpen,
  children,
}: ExpiringFootProps) {
  const client = useQueryClient()
  const bar = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<{ what: Open; anchor: HTMLElement; row: EndingRow }>()
  const next = row && (row.kind === 'contract' || mayRecordSpans) ? nextOf(row) : undefined
  const openMenu = (what: 'assign' | 'renewal', isByKey = false) => {
    const anchor = bar.current?.querySelector<HTMLElement>(`[data-mark="${what}"]`)
    if (!row || !mark || !anchor) return false
    // Nobody changes a row that they don't see.
    if (isByKey) showCurrent()
    setOpen({ what, anchor, row })
    return true
  }
  const send = async (
    { kind, id, ends }: Pick<EndingRow, 'kind' | 'id' | 'ends'>,
    change: EndingMarkChange,
    words: string,
    isUndo = false,
  ) => {
    const asked = { kind, id, ends, change }
    const result = await askAct(client, 'markExpiring', markExpiring, asked, {
      tells: 'Nothing was changed.',
    })
    if (!result.ok) return
    const before = result.value
    showToast({
      tone: 'green',
      message: words,
      ...(!isUndo && {
        action: {
          label: 'Undo',
          run: () => void send({ kind, id, ends }, before, 'Undone.', true),
        },
      }),
    })
  }
  const target = row && `${whoOf(row)} with ${withOf(row)}`
  const whyNot = row ? undefined : 'There is no row'
  useKeys([
    ...(mayMark
      ? [
          {
            keys: 'a',
            label: 'Assign',
            target,
            whyNot,
            opens: true,
            run: () => openMenu('assign', true),
          },
          {
            keys: 'r',
            label: 'Mark the renewal',
            target,
            whyNot,
            opens: true,
            run: () => openMenu('renewal', true),
          },
        ]
      : []),
    ...(next ? [{ keys: 'e', label: next.label, target, run: () => onOpen(next.href) }] : []),
  ])
  const close = () => setOpen(undefined)
  const change = (given: EndingMarkChange, words: string) => {
    close()
    if (open) void send(open.row, given, `${whoOf(open.row)}: ${words}`)
  }
  return (
    <footer
      ref={bar}
      className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-3 py-1.5 text-sm text-ink-2"
    >
      <span role="status" className="min-w-0 tabular-nums">
        {children}
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-2">
        {mayMark && row && (
          <>
            <Button
              data-mark="assign"
              aria-haspopup="menu"
              aria-keyshortcuts="a"
              onClick={() => openMenu('assign')}
            >
              Assign <Kbd keys="a" />
            </Button>
            <Button
              data-mark="renewal"
              aria-haspopup="menu"
              aria-keyshortcuts="r"
              onClick={() => openMenu('renewal')}
            >
              Renewal <Kbd keys="r" />
            </Button>
          </>
        )}
        {next && (
          <Button aria-keyshortcuts="e" onClick={() => onOpen(next.href)}>
            {next.label} <Kbd keys="e" />
          </Button>
        )}
      </span>
      {open?.what === 'assign' && (
        <Menu anchor={open.anchor} onClose={close} label="Assign" side="top" align="end">
          {people
            .toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
            .map(({ id, name }) => (
              <MenuItem
                key={id}
                onSelect={() =>
                  change({ owner_id: id }, `assigned to ${id === ownId ? 'you' : name}.`)
                }
              >
                {name}
                {id === ownId && <span className="ml-auto text-xs text-ink-3">You</span>}
              </MenuItem>
            ))}
          <MenuSeparator />
          <MenuItem onSelect={() => change({ owner_id: null }, 'unassigned.')}>Nobody</MenuItem>
        </Menu>
      )}
      {open?.what === 'renewal' && (
        <Menu
          anchor={open.anchor}
          // A menu that opens a dialog closes after the dialog is open.
          onClose={() => setOpen((now) => (now?.what === 'renewal' ? undefined : now))}
          label="Renewal"
          side="top"
          align="end"
        >
          <MenuItem
            onSelect={() =>
              change({ renewal: { state: 'sent', on: today } }, 'renewal sent today.')
            }
          >
            Sent today
            <span className="ml-auto pl-4 text-xs text-ink-3">
              {formatLocalDate(today, { weekday: false })}
            </span>
          </MenuItem>
          <MenuItem onSelect={() => setOpen({ ...open, what: 'date' })}>Sent on a date…</MenuItem>
          <MenuItem
            onSelect={() => change({ renewal: { state: 'not-needed' } }, 'renewal not needed.')}
          >
            Not needed
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => change({ renewal: null }, 'renewal not sent.')}>
            Not sent
          </MenuItem>
        </Menu>
      )}
      {open?.what === 'date' && (
        <DateDialog
          title="Renewal sent"
          description="The day on which the renewal was sent. The whole team sees it."
          name="sent_on"
          label="Sent on"
          verb="Save"
          max={today}
          refusal={(typed) =>
            typed !== undefined && typed <= today ? undefined : 'Enter today or an earlier date.'
          }
          onClose={close}
          onDate={(on) =>
            change(
              { renewal: { state: 'sent', on } },
              `renewal sent ${formatLocalDate(on, { weekday: false })}.`,
            )
          }
        />
      )}
    </footer>
  )
}
