'use client'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { MarkStore } from '#components/form/marks/mark-store.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { useFoundCodes } from './use-found-codes.ts'
import { usePlusFour } from './use-plus-four.ts'
import type { CheckedDraft, PlacedFinding } from './capture-checks.ts'

/** A record whose form is checked, without the form. */
export type CheckedRecord = Omit<CheckedDraft, 'draft'>

const load = () => import('./capture-checks.ts')
const none: readonly PlacedFinding[] = []

/**
 * What the rules find in the form whenever typing pauses, and writes it beside the fields. Undefined until the rules
 * are there: their code is fetched once the page stands.
 */
export function useCaptureChecks(
  { base, editable, body, preEncounter, others }: CheckedRecord,
  marks: MarkStore,
): readonly PlacedFinding[] | undefined {
  const draft = useSettledDraft()
  const findCode = useFoundCodes(draft)
  const findPlusFour = usePlusFour(draft)
  const [rules, setRules] = useState<Awaited<ReturnType<typeof load>>>()
  useEffect(() => {
    let isGone = false
    void load().then(
      (module) => !isGone && setRules(module),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  const findings = useMemo(
    () => rules?.findingsOf({ base, draft, editable, body, preEncounter, findCode, findPlusFour, others }),
    [rules, base, draft, editable, body, preEncounter, findCode, findPlusFour, others],
  )
  useLayoutEffect(() => {
    if (rules) marks.put('checks', rules.marksOfFindings(findings ?? none))
  }, [rules, marks, findings])
  return findings
}

/** What the rules find in a form that is about to be saved: nothing stands between the form's last key and this. */
export async function checkNow(checked: CheckedDraft): Promise<PlacedFinding[]> {
  return (await load()).findingsOf(checked)
}
