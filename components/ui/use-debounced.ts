'use client'
import { useEffect, useState } from 'react'

// Milliseconds.
const debounce = 200

/** The typed text once the person pauses: each letter would be a request to the partner. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounce)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
