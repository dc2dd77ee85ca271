'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { focusControl } from '#components/form/focus-control.ts'
import type { Checked } from '#components/form/writing/use-record-form.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { Issue } from '#lib/core/result.ts'
import { saveReasonsQuery } from '#lib/queries/options.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { OpenError } from './save-past-dialog.tsx'
import {
  checkNow,
  type CheckedRecord,
} from '#components/charge-captures/checks/use-capture-checks.ts'

const SavePastDialog = onDemand(
  () => import('./save-past-dialog.tsx').then((module) => module.SavePastDialog),
  { leave: ({ onStay }) => onStay(false) },
)

/**
 * Why a save goes past open errors: the person's sentence, and for each error the id of its rule.
 */
export type SavePast = { reason: string; findings: string[] }

type SaveGate = {
  check: (draft: DraftObject) => Promise<Checked<{ past: SavePast | undefined }>>
  lift: (issues: readonly Issue[]) => Promise<{ past: SavePast } | undefined>
  dialog: ReactNode
}

type Question = { errors: readonly OpenError[]; answer: (past: SavePast | undefined) => void }

/**
 * Checks a form before it is saved. What the partner would certainly refuse stops the save; for
 * other errors that the save makes the person is asked for a reason, with the one that was given for the same
 * errors of the capture `id` before; warnings never stop anything. `lift` asks for errors that the
 * server found in what was sent, which may hold what somebody else changed. `dialog` is to be drawn
 * inside the form. `look` shows the control of an error.
 */
export function useSaveGate(
  record: CheckedRecord,
  id?: string,
  look: (name: string) => void = focusLater,
): SaveGate {
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question>()
  const reasons = useQuery({
    ...saveReasonsQuery({ id: id ?? '' }),
    enabled: id !== undefined,
  }).data
  const ask = (errors: readonly OpenError[]) =>
    new Promise<SavePast | undefined>((answer) => setQuestion({ errors, answer }))
  const check: SaveGate['check'] = async (draft) => {
    if (question) return 'stay'
    // If the rules cannot be fetched, the save goes on: the server and the partner check as well.
    const findings = await checkNow(client, { ...record, draft }).catch(() => [])
    const blocking = findings.filter((finding) => finding.isBlocking)
    if (blocking.length > 0)
      return { issues: blocking.map(({ name, message }) => ({ path: name, message })) }
    // An error that a stored record had before is no matter of this save.
    const errors = findings.filter(
      ({ severity, isNew }) => severity === 'error' && (isNew || id === undefined),
    )
    if (errors.length === 0) return { issues: [] }
    const past = await ask(errors)
    return past ? { issues: [], more: { past } } : 'stay'
  }
  const lift: SaveGate['lift'] = async (issues) => {
    const past = await ask(issues.map(errorOf))
    return past && { past }
  }
  const settle = (past: SavePast | undefined, name?: string) => {
    question?.answer(past)
    setQuestion(undefined)
    if (name !== undefined) look(name)
  }
  const rules = question ? rulesOf(question.errors) : []
  const dialog = question && (
    <SavePastDialog
      errors={question.errors}
      lastReason={reasons?.find((reason) => sameRules(reason.rules, rules))?.reason}
      onSave={(reason) => settle({ reason, findings: rules })}
      onStay={(isLooking) => settle(undefined, isLooking ? question.errors[0]?.name : undefined)}
    />
  )
  return { check, lift, dialog }
}

// The dialog gives the focus back as it goes; the field takes it from there.
function focusLater(name: string): void {
  setTimeout(() => focusControl(name), 50)
}

// The server names the places and messages, not the rules.
function errorOf({ path, message }: Issue): OpenError {
  return {
    rule: '',
    path,
    severity: 'error',
    name: path,
    mark: { from: 'check', severity: 'error', message },
  }
}

function rulesOf(errors: readonly OpenError[]): string[] {
  return errors.flatMap((finding) => finding.rule || []).toSorted()
}

function sameRules(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((rule, index) => rule === b[index])
}
