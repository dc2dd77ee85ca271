'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { reportSessionEnd } from '#components/frame/account/session-store.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { resolveManyErrors, startBulkFix } from '#lib/actions/bulk-fixes.ts'
import type { BulkProgress, FixedCause } from '#lib/actions/replies.ts'
import { countOf, errorNoun } from '#lib/core/count-of.ts'
import type { BulkSource } from '#lib/actions/bulk/start.ts'
import { formatCents } from '#lib/core/money.ts'
import { fromJsonText, type JsonText } from '#lib/core/json-text.ts'
import type { Issue, Result } from '#lib/core/result.ts'
import { bulkFixQuery } from '#lib/queries/bulk-fixes.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeReason } from '#lib/rules/bulk/change-class.ts'
import type { ResolveReason } from '#lib/rules/bulk/resolve-reasons.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { ChangeForm } from './change-form.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { ChangeWords } from './change-words.tsx'

type BulkPageProps = {
  shape: ObjectShape
  today: string
  /**
   * The server's reads, each the JSON text of a Result: of a fix, absent for a cause that has none
   * yet, and of its cause.
   */
  standing?: JsonText<Result<BulkProgress>>
  cause?: JsonText<Result<FixedCause>> | undefined
}

const steps = ['Change', 'Preview', 'Send'] as const

/**
 * One change to many captures in three steps: choose it, see what it does to each capture, send it.
 */
export function BulkPage({ shape, today, standing: first, cause: causeReply }: BulkPageProps) {
  const router = useRouter()
  const [read] = useState(() => (first === undefined ? undefined : fromJsonText(first)))
  const [causeRead] = useState(() =>
    causeReply === undefined ? undefined : fromJsonText(causeReply),
  )
  const cause = causeRead?.ok ? causeRead.value : undefined
  const initial = read?.ok ? read.value : undefined
  const fix = useQuery({
    ...bulkFixQuery(initial?.id ?? ''),
    enabled: initial !== undefined,
    ...(initial && { initialData: initial }),
  })
  const standing = fix.data
  const [isEditing, setEditing] = useState(false)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const begun = useAct('startBulkFix', startBulkFix, { tells: false })
  const resolved = useAct('resolveManyErrors', resolveManyErrors)
  const busy = begun.busy || resolved.busy
  const step = !standing?.change || isEditing ? 0 : standing.job ? 2 : 1
  const title = cause?.words ?? standing?.title ?? 'Captures'

  const preview = async (change: AskedChange, why: ChangeReason | null) => {
    setIssues([])
    const source: BulkSource = standing
      ? { kind: 'fix', id: standing.id }
      : { kind: 'cause', key: cause?.key ?? '' }
    const result = await begun.ask({ source, change, why })
    if (result.ok) return router.push(`/queue/fix/${result.value.id}`)
    const { issues: marked, message } = result.error
    setIssues(marked)
    if (marked.length === 0 && !reportSessionEnd(result.error)) showToast({ tone: 'red', message })
  }

  const resolve = async (key: string, reason: ResolveReason, note: string) => {
    const result = await resolved.ask({ of: { cause: key }, reason, note })
    if (!result.ok) return
    noteJobStarted()
    showToast({
      message: `Resolving ${countOf(result.value.count, errorNoun)}. This goes on without this page.`,
    })
    router.push('/queue')
  }

  const failed = read ?? causeRead
  if (failed && !failed.ok)
    return (
      <div className="page-fill flex flex-col px-5.5 pt-4 pb-4 max-lg:px-4">
        <PageHeader title="Bulk fix" trail={<QueueTrail />} />
        <div className="m-auto">
          <ErrorState kind={errorKind(failed.error)} message={failed.error.message} />
        </div>
      </div>
    )
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title={`Fix: ${title}`}
        trail={<QueueTrail />}
        badges={
          cause &&
          // Once a fix is sent, these are the claims of before.
          !standing?.is_part &&
          !standing?.job && (
            <StatusBadge tone="red">
              {countOf(cause.claims, { one: 'claim', many: 'claims' })} · {formatCents(cause.cents)}
            </StatusBadge>
          )
        }
        actions={<span className="text-sm text-ink-2">Step {step + 1} of 3</span>}
      />
      <div className="flex flex-wrap items-center gap-2">
        <ol
          aria-label="Steps"
          className="inline-flex h-7 items-stretch overflow-hidden rounded-control border border-control text-xs"
        >
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={index === step ? 'step' : undefined}
              className={classNames(
                'flex items-center border-r border-line px-2.5 last:border-r-0',
                index === step ? 'bg-hover font-semibold text-ink' : 'text-ink-2',
              )}
            >
              {index + 1} {name}
            </li>
          ))}
        </ol>
        {standing?.change && step > 0 && <ChangeWords change={standing.change} />}
        {step === 1 && !standing?.consent && <Button onClick={() => setEditing(true)}>Edit</Button>}
        {!standing?.job && <p className="ml-auto text-sm text-ink-3">Nothing has been sent.</p>}
      </div>
      {step === 0 || !standing ? (
        <div className="min-h-0 overflow-y-auto">
          <ChangeForm
            shape={shape}
            change={standing?.change ?? null}
            path={cause?.path}
            value={cause?.value}
            issues={issues}
            busy={busy}
            why={standing?.why ?? null}
            onChange={(change, why) => void preview(change, why)}
            cause={standing ? undefined : cause}
            onResolve={(reason, note) => cause && void resolve(cause.key, reason, note)}
          />
        </div>
      ) : (
        <BulkPreview standing={standing} today={today} onEdit={() => setEditing(true)} />
      )}
    </div>
  )
}

function QueueTrail() {
  return (
    <>
      <SoftLink href="/queue" className="hover:underline">
        Work queue
      </SoftLink>
      <span aria-hidden="true">/</span>
    </>
  )
}
