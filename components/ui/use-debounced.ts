'use client'
import { useEffect, useState } from 'react'

// Milliseconds.
const debounce = 200

/**
 * The typed text once the person pauses, for 200 ms unless `pause` says more: each letter would be
 * a request to the partner.
 */
export function useDebounced(text: string, pause = debounce): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
