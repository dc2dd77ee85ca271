'use client'
import { RecordRead } from '#components/form/record-read.tsx'
import { contractQuery } from '#lib/queries/options.ts'
import { ContractView } from './contract-view.tsx'

const list = { href: '/contracts', label: 'Contracts' }

/** One contract. `reply` is what the server read for this page, `today` its local date. */
export function ContractPage({ id, reply, today }: { id: string; reply: Promise<string>; today: string }) {
  return (
    <RecordRead options={contractQuery(id)} first={reply} list={list}>
      {(reading) => <ContractView key={id} id={id} {...reading} today={today} />}
    </RecordRead>
  )
}
