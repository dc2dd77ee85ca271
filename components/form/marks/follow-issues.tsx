'use client'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Issue } from '#lib/core/result.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { issueMarks } from './issue-marks.ts'
import { useRecord } from '#components/form/record-context.tsx'
import { useFormPulse } from '#components/form/use-form-pulse.ts'

type FollowIssuesProps = {
  /** How saving or creating stands; its issues are followed while it is `invalid`. */
  state: { kind: string; issues?: readonly Issue[] }
  /** What is wrong now, as far as the form can tell. */
  read: () => readonly Issue[]
  shape: ObjectShape
}

/**
 * Once it was said what is wrong, the complaints follow what stands in the form: one that was put right goes by itself.
 * What only the server could tell stays until its own field is changed. Inside the form's providers.
 */
export function FollowIssues({ state, read, shape }: FollowIssuesProps) {
  const { marks } = useRecord()
  const { getValues } = useFormContext()
  const issues = state.kind === 'invalid' ? state.issues : undefined
  const valueAt = (path: string) => JSON.stringify(getValues(path))
  const told = useRef<{ issue: Issue; value: string | undefined }[]>([])
  const latest = useRef({ read, valueAt })
  useEffect(() => {
    latest.current = { read, valueAt }
  })
  useEffect(() => {
    const own = new Set(latest.current.read().map(keyOf))
    told.current = (issues ?? [])
      .filter((issue) => !own.has(keyOf(issue)))
      .map((issue) => ({ issue, value: latest.current.valueAt(issue.path) }))
  }, [issues])
  useFormPulse(() => {
    if (!issues) return
    const still = told.current.filter(({ issue, value }) => value === valueAt(issue.path)).map(({ issue }) => issue)
    marks.put('said', issueMarks([...read(), ...still], 'form', shape).marks)
  })
  return null
}

function keyOf({ path, message }: Issue): string {
  return `${path} ${message}`
}
