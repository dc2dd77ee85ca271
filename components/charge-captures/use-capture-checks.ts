'use client'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { MarkStore } from '#components/form/mark-store.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import type { CheckedDraft, PlacedFinding } from './capture-checks.ts'
import type { LoadedCapture } from './loaded-capture.ts'

const load = () => import('./capture-checks.ts')
const none: readonly PlacedFinding[] = []

/**
 * What the rules find in the form whenever typing pauses, and writes it beside the fields. Undefined until the rules
 * are there: their code is fetched once the page stands.
 */
export function useCaptureChecks(loaded: LoadedCapture, editable: ObjectShape, body: ObjectShape, marks: MarkStore): readonly PlacedFinding[] | undefined {
  const draft = useSettledDraft()
  const [rules, setRules] = useState<Awaited<ReturnType<typeof load>>>()
  useEffect(() => {
    let isGone = false
    void load().then((module) => !isGone && setRules(module), () => undefined)
    return () => {
      isGone = true
    }
  }, [])
  const findings = useMemo(() => rules?.findingsOf({ base: loaded.base, draft, editable, body }), [rules, loaded.base, draft, editable, body])
  useLayoutEffect(() => {
    if (rules) marks.put('checks', rules.marksOfFindings(findings ?? none))
  }, [rules, marks, findings])
  return findings
}

/** What the rules find in a form that is about to be saved: nothing stands between the form's last key and this. */
export async function checkNow(checked: CheckedDraft): Promise<PlacedFinding[]> {
  return (await load()).findingsOf(checked)
}
