'use client'
import type { Issue } from '#lib/core/result.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { issueMarks } from './issue-marks.ts'
import { useRecord } from '../record-context.tsx'
import { useFormPulse } from '../use-form-pulse.ts'

/**
 * Once the form has said what is wrong, its complaints follow what stands in it: one that was put right goes by itself.
 * `read` works out what is wrong now. Inside the form's providers.
 */
export function FollowIssues({ isOn, read, shape }: { isOn: boolean; read: () => readonly Issue[]; shape: ObjectShape }) {
  const { marks } = useRecord()
  useFormPulse(() => {
    if (isOn) marks.put('said', issueMarks(read(), 'form', shape).marks)
  })
  return null
}
