'use client'
import type { ReactNode } from 'react'
import { RecordHistory } from '#components/activity/record-history.tsx'
import { StatesMap } from '#components/form/states/states-map.tsx'
import { ValueView } from '#components/form/reading/value-view.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { type Json, isJsonObject, type JsonObject } from '#lib/core/json.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import { useOpenContract } from '#components/contracts/open-contract.ts'
import { regionWords, insuranceTypeWords } from './term-words.ts'
import { insuranceLines } from '#lib/rules/contract-edit/contract-terms.ts'

/** All terms of a contract: its parties, dates, regions and insurance types. */
export function ContractFacts() {
  const { id, version, record, row, providers, facilities, other } = useOpenContract()
  const states = statesOf(record.regions)
  return (
    <div className="grid grid-cols-1 items-start gap-3 min-[900px]:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <Card title="Terms">
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 min-[1200px]:grid-cols-3">
            <Fact label="Type">
              {row.type ? humanize(row.type) : version === 2 && 'Professional'}
            </Fact>
            <Fact label="Status">{row.status && <ContractStatus status={row.status} />}</Fact>
            <Fact label="Rendering providers">{providers?.toLocaleString('en-US')}</Fact>
            <Fact label="Effective date">
              {row.effective_date && <LocalDate date={row.effective_date} />}
            </Fact>
            <Fact label="End date">
              {row.expiration_date ? <LocalDate date={row.expiration_date} /> : 'No end'}
            </Fact>
          </dl>
          <h3 className="mt-3 mb-2 border-t border-line pt-3 text-xs font-semibold text-ink-2">
            Insurance types
          </h3>
          <InsuranceLines record={record} />
        </Card>
        <Card title="Contracting provider">
          <ValueView value={nameFirst(record.contracting_provider)} />
        </Card>
        {facilities.length > 0 && (
          <Card title="Service facilities" note={String(facilities.length)}>
            <ValueView value={facilities} />
          </Card>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <Card title="Regions" note={states ? String(states.length) : undefined}>
          {states && <StatesMap chosen={states} />}
          <p className="mt-2 text-sm break-words first:mt-0">{regionWords(record.regions)}</p>
        </Card>
        <Card title="Payer">
          <ValueView value={nameFirst(record.payer)} />
        </Card>
        <Card title="Authorized signatory">
          {record.authorized_signatory ? (
            <ValueView value={record.authorized_signatory} />
          ) : (
            <p className="text-sm text-ink-3">No signatory.</p>
          )}
        </Card>
        {Object.keys(other).length > 0 && (
          <Card title="Other data" note="kept unchanged when you save">
            <ValueView value={other} />
          </Card>
        )}
        <RecordHistory kind="contract" id={id} />
      </div>
    </div>
  )
}

const names = [
  'organization_name',
  'first_name',
  'last_name',
  'npi',
  'tax_id',
  'payer_name',
  'payer_id',
]

// Common names and numbers first, then all other members.
function nameFirst(party: Json | undefined): Json {
  if (!isJsonObject(party)) return party ?? null
  const first = names.filter((name) => Object.hasOwn(party, name))
  return Object.fromEntries(
    [...first, ...Object.keys(party).filter((name) => !first.includes(name))].map((name) => [
      name,
      party[name]!,
    ]),
  )
}

function statesOf(regions: Json | undefined): string[] | undefined {
  if (!isJsonObject(regions) || regions.type !== 'states' || !Array.isArray(regions.states))
    return undefined
  return regions.states.filter((code): code is string => typeof code === 'string')
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-ink-3">{label}</dt>
      <dd className="text-sm break-words">{children || 'Not provided'}</dd>
    </div>
  )
}

// The insurance types of a contract by line of business: all, none, or a list.
function InsuranceLines({ record }: { record: JsonObject }) {
  return (
    <dl className="grid grid-cols-3 gap-x-4">
      {Object.entries(insuranceLines).map(([name, label]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="text-sm break-words">{insuranceTypeWords(record[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
