'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import { parseExact, type Json } from '#lib/core/json.ts'

/**
 * A field whose control is made of several: its value, undefined while there is none, and how to
 * put another.
 */
export function useJsonField(name: string): [Json | undefined, (value: Json) => void] {
  const { setValue } = useFormContext()
  const text: unknown = useWatch({ name })
  return [
    read(text),
    (value) => setValue(name, JSON.stringify(value, null, 2), { shouldDirty: true }),
  ]
}

function read(text: unknown): Json | undefined {
  try {
    return typeof text === 'string' && text !== '' ? parseExact(text) : undefined
  } catch {
    return undefined
  }
}
