'use client'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { focusControl } from '#components/form/focus-control.ts'
import type { Proposals, Proposed } from '#components/form/marks/proposals.ts'
import { textOf, type LoadedCapture } from '#components/charge-captures/loaded-capture.ts'
import type { Json } from '#lib/core/json.ts'
import { withWrittenDates } from '#lib/core/local-date.ts'
import { proposalsQuery } from '#lib/queries/options.ts'
import { isLeaf, shapeAt, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import { draftOf, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import { isKnownElsewhere, rankProposals } from '#lib/rules/queue/proposals.ts'
import type { PlacedError } from './capture-marks.ts'
import { offeredValues, proposedValue } from './fix-offers.tsx'
import { checkNow, type CheckedRecord } from './use-capture-checks.ts'

/**
 * What stands ready beside the fields in error, by control name: what is known elsewhere, then what
 * cleared the error before. `isPartial`: a list or another capture could not be read.
 */
export type CaptureProposals = Pick<Proposals, 'at' | 'isOpen'> & {
  names: readonly string[]
  isPartial: boolean
}

/**
 * The proposals for the open errors of a capture. They are asked for once the capture is there, and
 * the form never waits for them.
 */
export function useProposals(
  loaded: LoadedCapture & { shape: ObjectShape },
  errors: readonly PlacedError[],
): CaptureProposals {
  const { capture, shape, base, fixes } = loaded
  const names = useMemo(() => namesOf(errors, shape), [errors, shape])
  const claimCreation = textOf(capture.claim_creation_id)
  const id = textOf(capture.id)
  const found = useQuery({
    ...proposalsQuery({
      claim_creation_id: claimCreation ?? '',
      charge_capture_id: id ?? '',
      names: names.slice(0, 100),
    }),
    enabled: claimCreation !== undefined && id !== undefined && names.length > 0,
  })
  const at = useMemo(() => {
    const all = names.map((name): [string, Proposed[]] => {
      const now = valueAt(base, name) as Json | undefined // a value inside of JSON
      const known = rankProposals(found.data?.proposals[name] ?? [], now ?? null)
      const offers = errors.flatMap((error) => (error.name === name ? (fixes[error.id] ?? []) : []))
      return [
        name,
        [
          ...known.flatMap((each) => proposedValue(each, shape, now) ?? []),
          ...offeredValues(offers, shape, now),
        ],
      ]
    })
    return new Map(all.filter(([, some]) => some.length > 0))
  }, [names, base, shape, found.data, errors, fixes])
  const isPartial = found.isError || found.data?.is_whole === false
  const isWaiting = found.isLoading
  const isOpen = (name: string) => (isPartial || isWaiting) && isKnownElsewhere(base, name)
  return { at, names, isOpen, isPartial }
}

/** The controls that errors name, each once, in the order of the errors. */
function namesOf(errors: readonly PlacedError[], shape: ObjectShape): string[] {
  const names = errors.flatMap(({ name }) => {
    const field = name === undefined ? undefined : shapeAt(shape, name)
    return name !== undefined && field && isLeaf(field) ? [name] : []
  })
  return [...new Set(names)]
}

type EnterTakes = {
  errors: readonly PlacedError[]
  checked: CheckedRecord
  draftNow: () => DraftObject
  save: () => void
}

/**
 * What follows on the capture's page when Enter takes a proposal: the next error's field, and after
 * the last one a save. An error that the checks found before and no more went away with another.
 */
export function useEnterTakes(
  { at, isOpen, names }: CaptureProposals,
  { errors, checked, draftNow, save }: EnterTakes,
): Proposals {
  const client = useQueryClient()
  const [taken, setTaken] = useState<readonly string[]>([])
  const othersOf = (name: string) => {
    const place = names.indexOf(name)
    const others = [...names.slice(place + 1), ...names.slice(0, Math.max(place, 0))]
    return others.filter((each) => !taken.includes(each))
  }
  const goOn = async (others: readonly string[]) => {
    const left =
      others.length > 0 ? await namesLeft(client, errors, checked, draftNow()) : undefined
    const next = others.find((each) => left?.has(each))
    if (next === undefined) save()
    else focusControl(next)
  }
  return {
    at,
    isOpen,
    enterWords: (name) =>
      othersOf(name).length === 0
        ? 'takes it and saves'
        : 'takes it, and saves if nothing else is wrong',
    onTaken(name) {
      setTaken([...taken, name])
      void goOn(othersOf(name))
    },
  }
}

async function namesLeft(
  client: QueryClient,
  errors: readonly PlacedError[],
  checked: CheckedRecord,
  draft: DraftObject,
): Promise<ReadonlySet<string>> {
  const before = draftOf(checked.base, checked.editable) as DraftObject
  const [was, is] = await Promise.all([
    checkNow(client, { ...checked, draft: before }),
    checkNow(client, { ...checked, draft }),
  ]).catch(() => [[], []]) // without the rules every error counts as left
  const has = (findings: typeof was, { name, message }: PlacedError) =>
    findings.some(
      (finding) => finding.name === name && finding.message === withWrittenDates(message),
    )
  return new Set(
    errors.flatMap((error) =>
      error.name === undefined || (has(was, error) && !has(is, error)) ? [] : [error.name],
    ),
  )
}
