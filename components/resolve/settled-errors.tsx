'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErrorResolved } from '#lib/actions/replies.ts'
import { claimCreationQuery } from '#lib/queries/options.ts'
import { ResolvedErrors, type SettledError } from './resolved-errors.tsx'

type SettledErrorsProps = {
  errors: readonly SettledError[]
  claimCreationId: string | undefined
  onSettled: ((resolved: ErrorResolved) => void) | undefined
  className?: string
}

/** Settled errors where only their claim creation knows when that was: it is asked once somebody wants to see them. */
export function SettledErrors({ errors, claimCreationId, onSettled, className }: SettledErrorsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...claimCreationQuery(claimCreationId ?? ''),
    enabled: isOpen && claimCreationId !== undefined,
  })
  return (
    <ResolvedErrors
      errors={errors.map((error) => ({ ...error, at: data?.resolved_at[error.id] }))}
      canMark={onSettled !== undefined}
      onMarked={onSettled}
      className={className}
      onOpen={() => setOpen(true)}
    />
  )
}
