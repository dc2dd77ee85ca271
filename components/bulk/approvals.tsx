'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { decideBulkFix } from '#lib/actions/bulk-fixes.ts'
import type { BulkApproval } from '#lib/actions/bulk/approvals.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { bulkApprovalsQuery } from '#lib/queries/bulk-fixes.ts'
import { longestReason, reasonWords } from '#lib/rules/bulk/change-class.ts'
import { ChangeWords } from './change-words.tsx'

const FormDialog = onDemand(() =>
  import('#components/ui/form-dialog.tsx').then((module) => module.FormDialog),
)

const captureNoun = { one: 'capture', many: 'captures' }

/**
 * The bulk fixes of others that wait for a second person: what each does, and the decision. Nothing
 * without any.
 */
export function Approvals() {
  const { data = [] } = useQuery(bulkApprovalsQuery())
  if (data.length === 0) return null
  return (
    <Card flush>
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold">
        Waiting for approval: {data.length.toLocaleString('en-US')}
      </h2>
      <ul aria-label="Waiting for approval">
        {data.map((approval) => (
          <ApprovalLine key={approval.id} approval={approval} />
        ))}
      </ul>
    </Card>
  )
}

function ApprovalLine({ approval }: { approval: BulkApproval }) {
  const {
    id,
    is_own,
    requested_by,
    asked_at,
    title,
    change,
    why,
    captures,
    billed,
    charges,
    olds,
  } = approval
  const { ask, busy } = useAct('approveBulkFix', decideBulkFix)
  const decline = useAct('approveBulkFix', decideBulkFix, { tells: false })
  const [isDeclining, setDeclining] = useState(false)
  const name = change.path.split('.').at(-1) ?? ''
  const approve = async () => {
    const result = await ask({ id, is_approved: true, words: '' })
    if (result.ok) showToast({ message: `Approved. ${requested_by} can send it now.` })
  }
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 text-sm last:border-0">
      <span className="flex flex-wrap items-center gap-2">
        <ChangeWords change={change} />
      </span>
      <p className="font-medium tabular-nums">
        {countOf(captures, captureNoun)}, charges {formatCents(charges)}
        {billed > 0 && `, ${billed.toLocaleString('en-US')} of them billed already`}
      </p>
      <p className="text-ink-2">
        {olds.length > 0 &&
          `Now: ${olds.map(({ text, captures: count }) => `${text === '' ? 'nothing' : codeWord(name, text)} (${count.toLocaleString('en-US')})`).join(', ')}. `}
        Reason: {reasonWords(why)}
      </p>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 grow text-xs text-ink-2">
          {is_own ? 'You' : requested_by}, <LocalTime at={asked_at} />, from “{title}”
        </span>
        {is_own ? (
          <span className="text-ink-2">Someone else must decide.</span>
        ) : (
          <>
            <Button onClick={() => setDeclining(true)}>Decline…</Button>
            <Button tone="primary" busy={busy} onClick={() => void approve()}>
              Approve
            </Button>
          </>
        )}
      </span>
      {isDeclining && (
        <FormDialog
          title="Decline this change?"
          description={`${requested_by} sees your reason. Nothing is sent.`}
          button="Decline"
          busyWords="Declining…"
          send={({ words = '' }) => decline.ask({ id, is_approved: false, words })}
          onDone={() => setDeclining(false)}
          onClose={() => setDeclining(false)}
        >
          {(complaint) => (
            <Field label="Reason" name="words" required error={complaint('words')}>
              {(control) => <TextInput {...control} maxLength={longestReason} />}
            </Field>
          )}
        </FormDialog>
      )}
    </li>
  )
}
