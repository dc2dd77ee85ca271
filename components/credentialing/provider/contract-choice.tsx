'use client'
import { folded, foldedWords, hasWords } from '#lib/core/folded.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LocalDate } from '#components/ui/local-date.tsx'
import { SearchList } from '#components/ui/search-list.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { joinChoiceQuery } from '#lib/queries/providers.ts'
import type { JoinContract } from '#lib/rules/coverage/join-plan.ts'

const mostLines = 60
const pauseMs = 250

/**
 * Finds contracts by payer or contracting provider: type, Enter adds. Without text it lists the
 * contracts of the contracting providers that the provider works with already.
 */
export function ContractChoice({
  on,
  isChosen,
  onPick,
}: {
  /** The contracts whose roster has the provider. */
  on: readonly string[]
  isChosen: (contract: JoinContract) => boolean
  onPick: (contract: JoinContract) => void
}) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const text = typed.trim()
  const settled = useDebounced(text, pauseMs)
  const all = useQuery(joinChoiceQuery({}))
  // Only where the partner has more contracts than can be listed at once.
  const isAsked = all.data?.is_whole === false && settled.length >= 2
  const named = useQuery({ ...joinChoiceQuery({ payer: settled }), enabled: isAsked })
  const lines = useMemo(
    () => linesFor([...(all.data?.contracts ?? []), ...(named.data?.contracts ?? [])], on, text),
    [all.data, named.data, on, text],
  )
  const pick = (contract: JoinContract) => {
    onPick(contract)
    setTyped('')
  }
  return (
    <SearchList
      label="Payer or contracting provider"
      listLabel="Contracts"
      look="field"
      isMultiple
      lines={lines}
      typed={typed}
      input={input}
      onTyped={setTyped}
      keyOf={({ contract_id }) => contract_id}
      onPick={pick}
      isChosen={isChosen}
      isBusy={all.isFetching || named.isFetching}
      error={all.error ? failureOf(all.error).message : undefined}
      status={
        all.isPending
          ? 'Loading contracts…'
          : lines.length === 0
            ? text === ''
              ? 'Type the name of a payer or of a contracting provider.'
              : `No contract matches “${typed.trim()}”. A payer without a contract can’t be joined.`
            : `Enter adds${text === '' ? '. Listed are contracts of the same contracting providers' : ''}.`
      }
    >
      {({ payer, provider, type, status, expiration_date }) => (
        <span className="flex min-w-0 grow items-baseline gap-2">
          <span className="truncate font-medium">{payer.name}</span>
          <span className="min-w-0 grow truncate text-xs text-ink-2">
            {provider.name}
            {type === 'institutional' && ', institutional'}
            {status !== 'effective' && `, ${status}`}
          </span>
          {expiration_date !== undefined && (
            <span className="shrink-0 text-xs text-ink-2">
              ends <LocalDate date={expiration_date} />
            </span>
          )}
        </span>
      )}
    </SearchList>
  )
}

function linesFor(
  contracts: readonly JoinContract[],
  on: readonly string[],
  text: string,
): JoinContract[] {
  const joined = new Set(on)
  const byId = new Map(contracts.map((contract) => [contract.contract_id, contract]))
  const all = [...byId.values()]
  const clinics = new Set(
    all.filter(({ contract_id }) => joined.has(contract_id)).map(({ provider }) => provider.id),
  )
  const isNear = ({ provider }: JoinContract) => clinics.has(provider.id)
  const words = foldedWords(text)
  const found = all.filter((contract) =>
    words.length === 0
      ? isNear(contract) && !joined.has(contract.contract_id)
      : hasWords(folded(`${contract.payer.name} ${contract.provider.name}`), words),
  )
  const startsWith = ({ payer }: JoinContract) => folded(payer.name).startsWith(folded(text))
  return found
    .toSorted(
      (a, b) =>
        Number(startsWith(b)) - Number(startsWith(a)) ||
        Number(isNear(b)) - Number(isNear(a)) ||
        a.payer.name.localeCompare(b.payer.name, 'en'),
    )
    .slice(0, mostLines)
}
