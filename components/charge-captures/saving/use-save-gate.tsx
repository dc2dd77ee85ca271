'use client'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { focusControl } from '#components/form/focus-control.ts'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { Issue } from '#lib/core/result.ts'
import { saveReasonsQuery } from '#lib/queries/options.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { OpenError } from './save-past-dialog.tsx'
import { checkNow, type CheckedRecord } from '#components/charge-captures/checks/use-capture-checks.ts'

const SavePastDialog = onDemand(() => import('./save-past-dialog.tsx').then((module) => module.SavePastDialog))

/** Why a save goes past open errors: the person's sentence, and for each error the id of its rule. */
export type SavePast = { reason: string; findings: string[] }

/** What stands before a save: nothing, errors that the partner would certainly refuse, or a person who would rather stay. */
export type Gate = { kind: 'open'; past?: SavePast } | { kind: 'blocked'; issues: Issue[] } | { kind: 'stay' }

type SaveGate = {
  check: (draft: DraftObject) => Promise<Gate>
  askReason: (issues: readonly Issue[]) => Promise<SavePast | undefined>
  dialog: ReactNode
}

type Question = { errors: readonly OpenError[]; answer: (gate: Gate) => void }

/**
 * Checks a form before it is saved. What the partner would certainly refuse stops the save; for other open errors the
 * person is asked for a reason, with the one that was given for the same errors of the capture `id` before; warnings
 * never stop anything. `askReason` asks for errors that the server found in what was sent, which may hold what somebody
 * else changed. `dialog` is to be drawn inside the form.
 */
export function useSaveGate(record: CheckedRecord, id?: string): SaveGate {
  const [question, setQuestion] = useState<Question>()
  const kept = useQuery({ ...saveReasonsQuery(id ?? ''), enabled: id !== undefined }).data
  const check = async (draft: DraftObject): Promise<Gate> => {
    if (question) return { kind: 'stay' }
    // Rules that cannot be fetched stop nobody: the server and the partner look as well.
    const findings = await checkNow({ ...record, draft }).catch(() => [])
    const blocking = findings.filter((finding) => finding.isBlocking)
    if (blocking.length > 0)
      return { kind: 'blocked', issues: blocking.map(({ name, message }) => ({ path: name, message })) }
    const errors = findings.filter((finding) => finding.severity === 'error')
    if (errors.length === 0) return { kind: 'open' }
    return new Promise((answer) => setQuestion({ errors, answer }))
  }
  const askReason = async (issues: readonly Issue[]): Promise<SavePast | undefined> => {
    const gate = await new Promise<Gate>((answer) => setQuestion({ errors: issues.map(errorOf), answer }))
    return gate.kind === 'open' ? gate.past : undefined
  }
  const settle = (gate: Gate, look?: string) => {
    question?.answer(gate)
    setQuestion(undefined)
    // The dialog gives the focus back as it goes; the field takes it from there.
    if (look !== undefined) setTimeout(() => focusControl(look), 50)
  }
  const rules = question ? rulesOf(question.errors) : []
  const dialog = question && (
    <SavePastDialog
      errors={question.errors}
      lastReason={kept?.find((reason) => sameRules(reason.rules, rules))?.reason}
      onSave={(reason) => settle({ kind: 'open', past: { reason, findings: rules } })}
      onStay={(look) => settle({ kind: 'stay' }, look ? question.errors[0]?.name : undefined)}
    />
  )
  return { check, askReason, dialog }
}

// The server says where and what; which rules they are it keeps by itself.
function errorOf({ path, message }: Issue): OpenError {
  return { rule: '', path, severity: 'error', name: path, mark: { from: 'check', severity: 'error', message } }
}

function rulesOf(errors: readonly OpenError[]): string[] {
  return errors.flatMap((finding) => finding.rule || []).toSorted()
}

function sameRules(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((rule, index) => rule === b[index])
}
