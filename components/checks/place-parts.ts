'use client'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { placeListFile, sendCodeListPart } from '#lib/actions/checks.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Result } from '#lib/core/result.ts'
import { askAct } from '#lib/queries/use-act.ts'

// In characters. A request of this size is small beside what one may have.
const partLength = 4_000_000
const tells = { tells: 'Nothing was placed.' }

/** The text of a file as it arrives. */
export async function* textOf(file: File): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Places a long file: its parts one after the other, then the whole. `sent` is in bytes. */
export function usePlaceParts() {
  const client = useQueryClient()
  const [sent, setSent] = useState<number>()
  const place = async (file: File): Promise<Result<{ entries: number; kept: number }>> => {
    const upload = randomId()
    let at = 0
    setSent(at)
    try {
      for await (const text of partsOf(file)) {
        const result = await askAct(client, null, sendCodeListPart, { upload, at, text }, tells)
        if (!result.ok) return result
        at += new TextEncoder().encode(text).length
        setSent(Math.min(at, file.size))
      }
      const input = { name: file.name, upload }
      return await askAct(client, 'placeCodeList', placeListFile, input, tells)
    } finally {
      setSent(undefined)
    }
  }
  return { place, sent, busy: sent !== undefined }
}

async function* partsOf(file: File): AsyncGenerator<string> {
  let part = ''
  for await (const text of textOf(file)) {
    part += text
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}
