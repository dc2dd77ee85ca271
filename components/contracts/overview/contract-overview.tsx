'use client'
import type { ReactNode } from 'react'
import { ValueView } from '#components/form/value-view.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import { useOpenContract } from '../open-contract.ts'
import { InsuranceLines } from './insurance-lines.tsx'

/** A contract, to be read: whose with whom, for how long, where and for which insurance. */
export function ContractOverview() {
  const { record, row, providers, facilities, other } = useOpenContract()
  return (
    <div className="grid grid-cols-1 items-start gap-3 min-[900px]:grid-cols-2">
      <Card title="Terms">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 min-[1200px]:grid-cols-4">
          <Fact label="Type">{row.type && humanize(row.type)}</Fact>
          <Fact label="First day">{row.effective_date && <LocalDate date={row.effective_date} />}</Fact>
          <Fact label="Last day">{row.expiration_date ? <LocalDate date={row.expiration_date} /> : 'No end'}</Fact>
          <Fact label="Rendering providers">{providers?.toLocaleString('en-US')}</Fact>
          <Fact label="Regions" isWide>
            {row.regions}
          </Fact>
        </dl>
        <div className="mt-3 border-t border-line pt-3">
          <InsuranceLines record={record} />
        </div>
      </Card>
      <Card title="Authorized signatory">
        <ValueView value={record.authorized_signatory ?? null} />
      </Card>
      <Card title="Contracting provider">
        <ValueView value={record.contracting_provider ?? null} />
      </Card>
      <Card title="Payer">
        <ValueView value={record.payer ?? null} />
      </Card>
      {facilities.length > 0 && (
        <Card title="Service facilities" note={String(facilities.length)}>
          <ValueView value={facilities} />
        </Card>
      )}
      {Object.keys(other).length > 0 && (
        <Card title="Other data" note="not known to the console">
          <ValueView value={other} />
        </Card>
      )}
    </div>
  )
}

function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-full' : 'min-w-0'}>
      <dt className="truncate text-xs text-ink-3">{label}</dt>
      <dd className="text-sm break-words">{children || 'Not said'}</dd>
    </div>
  )
}
