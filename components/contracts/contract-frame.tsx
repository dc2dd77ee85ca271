'use client'
import { useMemo, type ReactNode } from 'react'
import { RecordRead, type LoadedRecord } from '#components/form/reading/record-read.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import type { ContractReply } from '#lib/actions/contracts/read-contract.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { contractQuery } from '#lib/queries/options.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { ContractHead } from './contract-head.tsx'
import { toLoadedContract } from './loaded-contract.ts'
import { OpenContractContext } from './open-contract.ts'

const list = { href: '/contracts', label: 'Contracts' }

type FrameProps = { id: string; today: LocalDate; children: ReactNode }

/**
 * The frame of every page of one contract. `reply` is what the server read, `today` the server's
 * local date.
 */
export function ContractFrame({
  reply,
  ...rest
}: FrameProps & { reply: Promise<JsonText<Result<ContractReply>>> }) {
  return (
    <RecordRead options={contractQuery({ id: rest.id })} first={reply} list={list}>
      {(reading) => <Frame key={rest.id} {...rest} {...reading} />}
    </RecordRead>
  )
}

function Frame({
  id,
  today,
  reply,
  readAt,
  staleBecause,
  children,
}: FrameProps & LoadedRecord<ContractReply>) {
  const contract = useMemo(
    () => ({ ...toLoadedContract(reply.contract, reply.version), id, today, readAt }),
    [reply, id, today, readAt],
  )
  useFreshness(readAt, staleBecause !== undefined)
  return (
    <OpenContractContext value={contract}>
      <div className="px-5 pt-2.5 pb-4">
        <ContractHead contract={contract} />
        {staleBecause !== undefined && (
          <p className="mt-2 text-sm text-amber">
            Couldn’t refresh. This is the last version loaded: {staleBecause}
          </p>
        )}
        <div className="pt-3">{children}</div>
      </div>
    </OpenContractContext>
  )
}
