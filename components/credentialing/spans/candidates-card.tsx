'use client'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { CreateSpanReply, SpanCandidate } from '#lib/actions/spans/create-span.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'
import { SpanTable } from './span-table.tsx'

export type Taken = Extract<CreateSpanReply, { kind: 'taken' }>

type CandidatesCardProps = {
  kind: SpanKind
  taken: Taken
  /**
   * The ids of the spans of the same three that the page knew before it sent; undefined where it
   * did not know them.
   */
  known: ReadonlySet<string> | undefined
  onMade: (id: string) => void
  onNotMade: () => void
  onLook: () => void
}

/**
 * The answer to a create was lost: the spans that it may have made, for a person to say which, or
 * that it made none.
 */
export function CandidatesCard({
  kind,
  taken: { candidates, may_resend },
  known,
  onMade,
  onNotMade,
  onLook,
}: CandidatesCardProps) {
  const { covered, list } = spanWays[kind]
  const actions = (
    <>
      <Button size="small" onClick={onLook}>
        Look again
      </Button>
      {may_resend && (
        <Button size="small" tone="danger" onClick={onNotMade}>
          It wasn’t created: send again
        </Button>
      )}
    </>
  )
  return (
    <Card tone="amber" title="Was the span created?" actions={actions} flush>
      <p className="px-4 pb-3 text-sm text-ink">
        The partner’s answer was lost, and spans have no unique ID of ours to find this one by.{' '}
        {candidates.length > 0
          ? `These are the partner’s spans of the same contracting provider, payer and ${covered.label.toLowerCase()}. Choose yours. Nothing is sent again until you do.`
          : `The partner shows no span of this contracting provider, payer and ${covered.label.toLowerCase()}. Nothing is sent again until you choose.`}
        {!may_resend &&
          ` It was already sent twice and won’t be sent again. It may still appear in ${list.label.toLowerCase()}.`}
      </p>
      {candidates.length > 0 && (
        <SpanTable
          kind={kind}
          lines={candidates.map((row) => ({
            row,
            badge: <Likeness row={row} isNew={known && !known.has(row.id)} />,
            action: (
              <Button size="small" className="mr-3" onClick={() => onMade(row.id)}>
                This is mine
                <span className="sr-only">: begins {row.start_date ?? 'on an unknown date'}</span>
              </Button>
            ),
          }))}
        />
      )}
    </Card>
  )
}

function Likeness({ row, isNew }: { row: SpanCandidate; isNew: boolean | undefined }) {
  const isLikely = row.is_alike && isNew !== false
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge tone={isLikely ? 'green' : 'grey'}>
        {row.is_alike ? 'Matches what you sent' : 'Differs from what you sent'}
      </StatusBadge>
      {isNew !== undefined && (
        <StatusBadge tone={isNew ? 'blue' : 'grey'}>
          {isNew ? 'New since you sent it' : 'Already there before'}
        </StatusBadge>
      )}
    </span>
  )
}
