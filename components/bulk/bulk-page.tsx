'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { reportSessionEnd } from '#components/frame/account/session-store.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { FailureState } from '#components/ui/failure-state.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { resolveManyErrors, startBulkFix } from '#lib/actions/bulk-fixes.ts'
import type { BulkProgress } from '#lib/actions/bulk/fix.ts'
import type { FixedCause } from '#lib/actions/bulk/cause-captures.ts'
import { countOf, errorNoun } from '#lib/core/count-of.ts'
import type { BulkSource } from '#lib/actions/bulk/start.ts'
import type { ValuesOf, BulkValues } from '#lib/actions/bulk/values.ts'
import { formatCents } from '#lib/core/money.ts'
import { fromJsonText, type JsonText } from '#lib/core/json-text.ts'
import type { Issue, Result } from '#lib/core/result.ts'
import { bulkFixQuery, bulkValuesQuery } from '#lib/queries/bulk-fixes.ts'
import { shapeOfPath, type AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeReason } from '#lib/rules/bulk/change-class.ts'
import type { ResolveReason } from '#lib/rules/bulk/resolve-reasons.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { ChangeForm } from './change-form.tsx'
import type { ChangeKind } from './change-kinds.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { ChangeWords } from './change-words.tsx'
import { useRowOffers } from './use-row-offers.ts'
import { ValuesStep } from './values-step.tsx'

// Nothing is proposed yet.

type BulkPageProps = {
  shape: ObjectShape
  today: string
  /**
   * The server's reads, each the JSON text of a Result: of a fix, absent for a cause that has none
   * yet, and of its cause.
   */
  standing?: JsonText<Result<BulkProgress>>
  cause?: JsonText<Result<FixedCause>> | undefined
  /** The values of its cause's field, where the page begins with them. */
  values?: JsonText<Result<BulkValues | null>> | undefined
}

/**
 * One change to many captures in three steps: the values or another change, what it does to each
 * capture, and the sending.
 */
export function BulkPage({
  shape,
  today,
  standing: first,
  cause: causeReply,
  values: valuesReply,
}: BulkPageProps) {
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
  const of: ValuesOf = standing
    ? { kind: 'fix', id: standing.id }
    : { kind: 'cause', key: cause?.key ?? '' }
  const table = useValues(of, valuesReply, step === 0 && cause !== undefined)
  const [other, setOther] = useState<ChangeKind>()
  const isMap = !standing?.change || standing.change.kind === 'map'
  const values = isMap && other === undefined ? table.data : undefined
  const isReadingValues = isMap && other === undefined && table.isLoading
  // Once a fix is sent, the cause's claims are those of before.
  const worth = values ? amountIn(values) : standing?.is_part || standing?.job ? undefined : cause
  const at = values ? shapeOfPath(shape, values.path) : undefined
  const offered = useRowOffers(values ?? undefined, at)

  const leave = () => (history.length > 1 ? router.back() : router.push('/queue'))
  const preview = async (change: AskedChange, why: ChangeReason | null) => {
    setIssues([])
    const source: BulkSource = of
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
          <FailureState failure={failed.error} />
        </div>
      </div>
    )
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title={`Fix: ${title}`}
        trail={<QueueTrail />}
        badges={worth && <StatusBadge tone="red">{amountWords(worth)}</StatusBadge>}
        actions={<Steps step={step} />}
      />
      {!values && (
        <div className="flex flex-wrap items-center gap-2">
          {standing?.change && step > 0 && <ChangeWords change={standing.change} />}
          {step === 1 && !standing?.consent && (
            <Button onClick={() => setEditing(true)}>Edit</Button>
          )}
          {step === 0 && other !== undefined && (
            <Button onClick={() => setOther(undefined)}>Back to the values</Button>
          )}
          {!standing?.job && <p className="ml-auto text-sm text-ink-3">Nothing has been sent.</p>}
        </div>
      )}
      {step === 0 && values && at ? (
        <ValuesStep
          of={of}
          values={offered ? { ...values, rows: offered.rows } : values}
          shape={at}
          offers={offered?.offers}
          issues={issues}
          busy={busy}
          why={standing?.why ?? null}
          onChange={(change, why) => void preview(change, why)}
          onOther={(kind) => {
            setIssues([])
            setOther(kind)
          }}
          onBack={() => (isEditing ? setEditing(false) : leave())}
        />
      ) : step === 0 && isReadingValues ? (
        <p role="status" className="m-auto flex items-center gap-2 text-sm text-ink-2">
          <Spinner /> Reading the values…
        </p>
      ) : step === 0 || !standing ? (
        <div className="min-h-0 overflow-y-auto">
          <ChangeForm
            shape={shape}
            change={other === undefined ? (standing?.change ?? null) : null}
            kind={other}
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

type Amount = Pick<FixedCause, 'claims' | 'cents'>

function amountIn({ claims }: BulkValues): Amount {
  return { claims: claims.length, cents: claims.reduce((sum, { cents = 0 }) => sum + cents, 0) }
}

function amountWords({ claims, cents }: Amount): string {
  return `${countOf(claims, { one: 'claim', many: 'claims' })} · ${formatCents(cents)}`
}

function Steps({ step }: { step: number }) {
  return (
    <ol aria-label="Steps" className="flex items-center gap-4 text-sm">
      {['Change', 'Preview', 'Send'].map((name, index) => (
        <li
          key={name}
          aria-current={index === step ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2',
            index === step ? 'font-semibold text-ink' : 'text-ink-2',
          )}
        >
          <span
            className={classNames(
              'inline-flex size-5 items-center justify-center rounded-full border text-xs',
              index === step
                ? 'border-transparent bg-accent text-accent-ink'
                : 'border-line-strong',
            )}
          >
            {index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  )
}

/** The values to begin with: what the server read for the page, otherwise read when they are needed. */
function useValues(
  of: ValuesOf,
  reply: JsonText<Result<BulkValues | null>> | undefined,
  isNeeded: boolean,
) {
  const [read] = useState(() => (reply === undefined ? undefined : fromJsonText(reply)))
  return useQuery({
    ...bulkValuesQuery({ of }),
    enabled: isNeeded,
    ...(read?.ok && { initialData: read.value }),
  })
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
