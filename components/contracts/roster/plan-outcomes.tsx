'use client'
import { useEffect, useState } from 'react'
import { ScrollArea } from '#components/ui/scroll-area.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import type { PlanSummary } from '#lib/rules/roster/roster-desk.ts'
import { outcomes, type Outcome, type PlanEntry } from '#lib/rules/roster/roster-plan.ts'
import type { Desk } from './open-desk.ts'
import { outcomeWords } from './roster-words.ts'

const shownLines = 200

/** Every outcome of a plan with its count, and its first lines. Another plan needs another key. */
export function PlanOutcomes({ desk, plan }: { desk: Desk; plan: PlanSummary }) {
  const told = outcomes.filter((outcome) => plan.counts[outcome] > 0)
  if (told.length === 0) return null
  const tabs = told.map((outcome) => ({
    value: outcome,
    label: <StatusBadge tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</StatusBadge>,
    count: plan.counts[outcome],
    panel: <Lines desk={desk} plan={plan} outcome={outcome} />,
  }))
  return <Tabs label="Preview of the list" tabs={tabs} isPanelStop={false} />
}

function Lines({ desk, plan, outcome }: { desk: Desk; plan: PlanSummary; outcome: Outcome }) {
  const [lines, setLines] = useState<PlanEntry[]>([])
  useEffect(() => {
    let isHere = true
    void desk.entries(outcome, 0, shownLines).then(
      (found) => isHere && setLines(found),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [desk, outcome])
  const count = plan.counts[outcome]
  const hasWhy = lines.some(({ why }) => why)
  const hasProvider = lines.some(({ provider }) => provider)
  return (
    <>
      <p className="-mt-2 mb-2 text-sm text-ink-2">{outcomeWords[outcome].meaning}.</p>
      <ScrollArea
        label={`Lines: ${outcomeWords[outcome].label}`}
        className="max-h-60 rounded-control border border-line"
      >
        <table aria-label={outcomeWords[outcome].label} aria-rowcount={count + 1} className="w-full text-left text-xs">
          <thead className="sticky top-0 bg-panel text-ink-2">
            <tr>
              <th scope="col" className={cell}>
                Line
              </th>
              <th scope="col" className={cell}>
                Value
              </th>
              {hasProvider && (
                <th scope="col" className={cell}>
                  Provider
                </th>
              )}
              {hasWhy && (
                <th scope="col" className={cell}>
                  Why
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ value, line, provider, why }, index) => (
              <tr key={`${value} ${provider?.id ?? index}`} className="border-t border-line align-top">
                <td className={`${cell} text-ink-2`}>
                  {line === undefined ? 'not listed' : line === 0 ? 'chosen' : line.toLocaleString('en-US')}
                </td>
                <td className={`${cell} font-mono break-all`}>{value.slice(0, 80)}</td>
                {hasProvider && (
                  <td className={cell}>
                    {provider && [provider.name, provider.npi !== value && provider.npi].filter(Boolean).join(' · ')}
                  </td>
                )}
                {hasWhy && <td className={cell}>{why}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {count > lines.length && lines.length > 0 && (
        <p className="mt-1.5 text-xs text-ink-2">The first {lines.length} lines; the CSV file has all of them.</p>
      )}
    </>
  )
}

const cell = 'px-2.5 py-1.5 font-normal'
