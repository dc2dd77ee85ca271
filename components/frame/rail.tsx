'use client'
import { CircleHelp, Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import { AccountButton } from './account/account-button.tsx'
import type { FrameAccount } from './account/account-menu.tsx'
import { CountsReader, countsStore, type ReadCounts } from './counts.ts'
import { Logo } from './logo.tsx'
import { openOverlay } from './overlay-store.ts'
import { isInPlace, places, type Place } from './places.ts'
import { useStore } from './use-store.ts'
import { home } from './account/sign-in-address.ts'

type RailProps = {
  account: FrameAccount
  /** The operations of the person's role; places with other operations are left out. */
  tasks: readonly string[]
  readCounts?: ReadCounts
  readQueueCounts?: ReadCounts
  readDraftCount?: ReadCounts
  readFollowUpCount?: ReadCounts
  /** The person's saved views, under the places. */
  views: ReactNode
}

const claimNoun = { one: 'claim', many: 'claims' }
const row =
  'flex h-8 items-center gap-2.5 rounded-control px-2.5 text-sm font-medium narrow:justify-center narrow:px-0'

/**
 * The left rail: places by group, search, the account and help. On narrow windows it shrinks to
 * icons.
 */
export function Rail({
  account,
  tasks,
  readCounts,
  readQueueCounts,
  readDraftCount,
  readFollowUpCount,
  views,
}: RailProps) {
  const path = usePathname()
  const visible = places.filter((place) => tasks.includes(place.task))
  const groups = [...new Set(visible.map((place) => place.group))]
  return (
    <header className="print:hidden sticky top-(--strip-h) flex h-[calc(100dvh-var(--strip-h))] flex-col gap-1 overflow-y-auto px-2.5 py-3">
      <SoftLink
        href={home}
        className="in-stuck-top flex h-8 items-center gap-2.5 rounded-control px-2 narrow:justify-center narrow:px-0"
      >
        <Logo />
        <span className="text-base font-semibold tracking-[-0.01em] narrow:sr-only">
          Billing console
        </span>
      </SoftLink>
      <button
        type="button"
        onClick={() => openOverlay('palette')}
        title="Search and go to (Ctrl K)"
        className="in-stuck-top my-2 flex h-8 shrink-0 items-center gap-2.5 rounded-control border border-line-strong bg-panel px-2.5 text-sm text-ink-3 hover:text-ink narrow:justify-center narrow:px-0"
      >
        <Search aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="grow text-left narrow:sr-only">Search…</span>
        <kbd aria-hidden="true" className="font-mono text-2xs narrow:hidden">
          Ctrl K
        </kbd>
      </button>
      {readCounts && (
        <CountsReader key={`partner ${path}`} of="getClaimCreationSummary" read={readCounts} />
      )}
      {readQueueCounts && (
        <CountsReader key={`queue ${path}`} of="readQueueCounts" read={readQueueCounts} />
      )}
      {readDraftCount && (
        <CountsReader key={`drafts ${path}`} of="countDrafts" read={readDraftCount} />
      )}
      {readFollowUpCount && (
        <CountsReader key={`follow-ups ${path}`} of="countFollowUps" read={readFollowUpCount} />
      )}
      <nav aria-label="Console" className="flex flex-col">
        {groups.map((group, order) => (
          <div key={group} className={order === 0 ? '' : 'mt-3'}>
            <p
              id={`rail-${group}`}
              className="px-2.5 pb-1 text-2xs font-medium text-ink-3 narrow:sr-only"
            >
              {group}
            </p>
            <ul aria-labelledby={`rail-${group}`} className="flex flex-col gap-0.5">
              {visible
                .filter((place) => place.group === group)
                .map((place) => (
                  <li key={place.href}>
                    <PlaceLink place={place} current={isInPlace(path, place)} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      {/* Made anew on each page: counts that are too old are read again. */}
      <Fragment key={path}>{views}</Fragment>
      <div className="stuck-bottom mt-auto flex flex-col gap-2 pt-3">
        <ClearedToday />
        <div className="flex items-center gap-1 narrow:flex-col">
          <AccountButton account={account} />
          <button
            type="button"
            aria-label="Help: the list of keys"
            title="The list of keys (?)"
            onClick={() => openOverlay('help')}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink"
          >
            <CircleHelp aria-hidden="true" className="size-4" />
          </button>
        </div>
      </div>
    </header>
  )
}

// The person's own; nobody is compared with others here. Nothing before the first claim of a day.
function ClearedToday() {
  const counts = useStore(countsStore)
  const claims = counts?.cleared_claims ?? 0
  if (claims === 0) return null
  return (
    <p
      role="status"
      title="The partner made these claims after you were the last to save them. Counted every five minutes."
      className="border-t border-line px-2.5 pt-2 text-xs text-ink-2 narrow:hidden"
    >
      Cleared today{' '}
      <span className="block font-medium text-green tabular-nums">
        {countOf(claims, claimNoun)} · {formatCents(counts?.cleared_cents ?? 0)}
      </span>
    </p>
  )
}

function PlaceLink({ place, current }: { place: Place; current: boolean }) {
  const Icon = place.icon
  return (
    <SoftLink
      href={place.href}
      title={`${place.label} (g ${place.letter})`}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        row,
        current ? 'bg-hover text-ink' : 'text-ink-2 hover:bg-hover/60 hover:text-ink',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('size-4 shrink-0', current ? 'text-accent' : 'text-ink-3')}
        strokeWidth={1.75}
      />
      <span className="truncate narrow:sr-only">{place.label}</span>
      {place.count && <RailCount count={place.count} />}
    </SoftLink>
  )
}

// The number of waiting items at a place; nothing before it is known.
function RailCount({ count }: { count: NonNullable<Place['count']> }) {
  const number = useStore(countsStore)?.[count.name]
  if (!number) return null
  return (
    <span
      title={[`${number.toLocaleString('en-US')} ${count.words}.`, count.note]
        .filter(Boolean)
        .join(' ')}
      className="ml-auto pl-2 text-xs tabular-nums font-normal text-ink-3 narrow:hidden"
    >
      {number.toLocaleString('en-US')}
      <span className="sr-only"> {count.words}</span>
    </span>
  )
}
