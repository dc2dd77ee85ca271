import { SkeletonRows } from '#components/table/list-state.tsx'
import type { TablePreference } from '#components/table/table-preference.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { Failure } from '#lib/core/result.ts'
import {
  payerRulesHref,
  type FilingSums,
  type QueueFilter,
  type QueueState,
  type QueueView,
} from '#lib/lists/queue.ts'
import type { Colleague } from './mark-menus.tsx'

/** The props that both tables get from the page. */
export type QueueTable = {
  today: string
  people: readonly Colleague[]
  ownId: string
  canMark: boolean
  /** The person may save captures. */
  canEdit: boolean
  isFiltered: boolean
  /** What the rows are filtered by; undefined without a filter. */
  narrowedBy: QueueFilter | undefined
  failure: Failure | undefined
  isLoading: boolean
  /** The rows are those of another filter, until the new ones come. */
  isOld: boolean
  /** The console has never read the queue to its end. */
  isFirstReading: boolean
  /** The address of the list as it is now. */
  href: string
  onClear: () => void
  onRetry: () => void
  preference: TablePreference
  onPreference: (preference: TablePreference) => void
  /** Begins to work one by one: through a cause, or through the whole list. */
  onWork: (cause?: string) => void
}

/** What takes the place of a count until the queue has been read once. */
export const readingWords = 'Reading…'

const words: Record<QueueView, { title: string; advice: string }> = {
  causes: {
    title: 'No errors',
    advice: 'Every claim creation is billed or waits for the partner.',
  },
  mine: {
    title: 'Nothing is assigned to you',
    advice: 'Choose a cause or items, then press “a” to assign them.',
  },
  assigned: {
    title: 'Nothing has an owner',
    advice: 'Choose a cause or items, then press “a” to assign them.',
  },
  unassigned: {
    title: 'Everything has an owner',
    advice: 'New errors appear here until somebody takes them.',
  },
  resolved: {
    title: 'No claim is in error with every error resolved',
    advice: 'Claims appear here if they stay in error although nothing is left to fix.',
  },
  held: {
    title: 'Nothing is on hold',
    advice: 'Claims appear here while their captures wait to be billable.',
  },
  'filing-soon': {
    title: 'No claim is near or past a known filing limit',
    advice: 'Claims appear here 30 days before their last day to file.',
  },
  updates: {
    title: 'No changes after billing',
    advice: 'Changed captures appear here until they are resolved.',
  },
  snoozed: {
    title: 'Nothing is snoozed',
    advice: 'Snoozed causes and claims wait here until their date.',
  },
}

type QueueEmptyProps = Pick<
  QueueTable,
  'failure' | 'isLoading' | 'isOld' | 'isFirstReading' | 'isFiltered' | 'onClear' | 'onRetry'
> & { view: QueueView; hasCause: boolean; columns: number }

/**
 * Fills the table while it has no rows: loading, the first reading, empty, or why it could not be
 * read.
 */
export function QueueEmpty({
  failure,
  isLoading,
  isOld,
  isFirstReading,
  isFiltered,
  onClear,
  onRetry,
  view,
  hasCause,
  columns,
}: QueueEmptyProps) {
  const { title, advice } = words[view]
  return (
    <div className="absolute inset-x-0 top-[calc(var(--row-h)+1px)] bottom-12 overflow-hidden bg-panel">
      {failure ? (
        <FailureState failure={failure} actions={<Button onClick={onRetry}>Try again</Button>} />
      ) : isLoading || isOld ? (
        <SkeletonRows columns={columns} />
      ) : isFirstReading ? (
        <EmptyState title="Reading the queue for the first time">
          Claim creations in error, on hold and changed since billing are read from the partner.
          They appear here as they come.
        </EmptyState>
      ) : isFiltered && !hasCause ? (
        <EmptyState
          title="Nothing matches these filters"
          actions={<Button onClick={onClear}>Clear all filters</Button>}
        />
      ) : hasCause ? (
        <EmptyState
          title="Nothing left for this cause"
          actions={isFiltered && <Button onClick={onClear}>Clear all filters</Button>}
        >
          {isFiltered
            ? 'No claim with this problem matches the filters.'
            : 'Every claim with this problem is fixed or has moved on.'}
        </EmptyState>
      ) : (
        <EmptyState title={title}>{advice}</EmptyState>
      )}
    </div>
  )
}

const payerNoun = { one: 'payer', many: 'payers' }
const claimNoun = { one: 'claim', many: 'claims' }

/**
 * Says how many claims the list of filing limits cannot know, and how many limits nobody confirmed,
 * with the ways to these claims and to the limits.
 */
export function LimitsMissing({
  filing,
  canSet,
  isShown,
}: {
  filing: FilingSums | undefined
  canSet: boolean
  /** The list shows the claims without a limit. */
  isShown: boolean
}) {
  if (!filing || filing.claimsWithoutLimit + filing.payersOnDefault === 0) return null
  const {
    payersWithoutLimit: payers,
    claimsWithoutLimit: claims,
    payersOnDefault: defaults,
  } = filing
  const missing =
    payers > 0
      ? `No limit entered for ${countOf(payers, payerNoun)}`
      : 'Some claims name no known payer'
  const listed = claims === 1 ? 'isn’t listed' : 'aren’t listed'
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-amber-tint px-3.5 py-2 text-sm text-amber"
    >
      <span>
        {claims > 0 &&
          `${missing}, so ${countOf(claims, claimNoun)} can’t be checked${isShown ? '' : ` and ${listed} here`}. `}
        {defaults > 0 && `${countOf(defaults, payerNoun)} on a default limit, not confirmed. `}
        {!canSet && 'A manager or an administrator can enter limits.'}
      </span>
      {claims > 0 && !isShown && (
        <LinkButton size="small" href="/queue/filing-soon?filing_limit=unset">
          Show {claims === 1 ? 'it' : 'them'}
        </LinkButton>
      )}
      {canSet && (
        <LinkButton size="small" href={payerRulesHref}>
          Enter limits
        </LinkButton>
      )}
    </div>
  )
}

/**
 * Names the parts of the queue that could not be read, so that the rows do not pass for all of it.
 */
export function Unread({ state, onRetry }: { state: QueueState | undefined; onRetry: () => void }) {
  if (!state || state.unread.length === 0) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-amber-tint px-3.5 py-2 text-sm text-amber"
    >
      <span>
        Couldn’t read {state.unread.map(({ what }) => what).join(', ')}. These rows may be old or
        missing. {[...new Set(state.unread.map(({ message }) => message))].join(' ')}
      </span>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
