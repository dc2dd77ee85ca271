'use client'
import { useState } from 'react'
import { spanTrail } from '#components/form/record-trail.ts'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { CredentialingStatus } from '#components/ui/record-status.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import { providerHref } from '#lib/lists/providers.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { nameOfSpan } from './list-columns.tsx'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { spanWays } from './span-kinds.ts'
import { standingWords } from './standing-words.ts'

const DeleteSpanDialog = onDemand(() =>
  import('./delete-span-dialog.tsx').then((module) => module.DeleteSpanDialog),
)

type SpanHeadProps = {
  kind: SpanKind
  id: string
  row: SpanRow
  today: LocalDate
  canDelete: boolean
  /** Called once it was deleted, before the page is left. */ onDeleted: () => void
}

/**
 * The head of a span's page: its name and state, the next item of the list, and the delete button.
 */
export function SpanHead({ kind, id, row, today, canDelete, onDeleted }: SpanHeadProps) {
  const { list, noun } = spanWays[kind]
  const [isDeleting, setDeleting] = useState(false)
  const trail = spanTrail(list, id)
  const { words, tone } = standingWords(spanStanding(row, today))
  const badges = (
    <>
      <CopyId id={row.id || id} label="span ID" />
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {row.status && (
        <span className="inline-flex items-center gap-1.5 text-xs text-ink-3">
          Partner: <CredentialingStatus status={row.status} />
        </span>
      )}
    </>
  )
  const actions = (
    <>
      <TrailActions trail={trail} />
      {canDelete && <Button onClick={() => setDeleting(true)}>Delete</Button>}
    </>
  )
  const href = kind === 'provider' ? providerHref(row.covered_npi) : undefined
  const about = [
    href === undefined && row.covered_npi && `NPI ${row.covered_npi}`,
    row.provider && `for ${row.provider}`,
    row.source && `source ${row.source}`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <PageHeader
        trail={<ListTrail list={{ ...list, href: trail?.list ?? list.href }} />}
        title={nameOfSpan(row)}
        badges={badges}
        note={
          <>
            {href !== undefined && (
              <>
                <SoftLink href={href} className="underline underline-offset-2">
                  NPI {row.covered_npi}
                </SoftLink>
                {about !== '' && ' · '}
              </>
            )}
            {about}
          </>
        }
        actions={actions}
      />
      {isDeleting && (
        <DeleteSpanDialog
          kind={kind}
          id={id}
          name={`${noun} of ${nameOfSpan(row)}`}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
