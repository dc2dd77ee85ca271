'use client'
import { useState } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { placeListFile, sendCodeListPart } from '#lib/actions/checks.ts'
import { randomId } from '#lib/core/random-id.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { jobsQuery } from '#lib/queries/jobs.ts'
import { askAct } from '#lib/queries/use-act.ts'

// In characters. A request of this size is small beside what one may have.
const partLength = 4_000_000
const askEveryMs = 1_000
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

/**
 * Places a file: its parts one after the other, then the worker reads the whole. `sent` is in bytes.
 * Answers how many codes or entries the worker has read.
 */
export function usePlaceParts() {
  const client = useQueryClient()
  const [sent, setSent] = useState<number>()
  const place = async (file: File): Promise<Result<number>> => {
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
      const placeAndWait = async (asked: typeof input) => {
        const started = await placeListFile(asked)
        if (!started.ok) return started
        noteJobStarted()
        return endOf(started.value.id, client)
      }
      // A byte order mark is no text.
      setSent(file.size)
      return await askAct(client, 'placeCodeList', placeAndWait, input)
    } finally {
      setSent(undefined)
    }
  }
  return { place, sent, busy: sent !== undefined }
}

async function endOf(id: string, client: QueryClient): Promise<Result<number>> {
  for (;;) {
    const read = client.fetchQuery({ ...jobsQuery('own', true), staleTime: 0 })
    const jobs = await read.catch(() => [])
    const job = jobs.find((one) => one.id === id)
    if (!job)
      return fail('OutcomeUnknown', 'The file was sent. Activity, Jobs shows whether it is placed.')
    if (job.state === 'done') return ok(job.progress.done)
    if (job.failure) return fail(job.failure.name, job.failure.message)
    if (!job.is_open) return fail('Stopped', 'Nothing was placed.')
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
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
