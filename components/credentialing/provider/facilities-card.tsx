import { Card } from '#components/ui/card.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { ProviderReply } from '#lib/actions/providers/read-provider.ts'

/** The facilities at which institutional contracts authorize a provider, with those contracts. */
export function FacilitiesCard({
  facilities: { items, failure },
}: Pick<ProviderReply, 'facilities'>) {
  return (
    <Card title="Service facilities" note="of institutional contracts in force">
      {items.length === 0 ? (
        <p className="text-sm text-ink-2">
          {failure
            ? 'The facilities couldn’t be loaded.'
            : 'No institutional contract in force authorizes this provider at a facility. Professional contracts name no facilities.'}
        </p>
      ) : (
        <ul className="flex flex-col gap-1.5 text-sm">
          {items.map(({ id, name, contracts }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium break-words">{name ?? id}</span>
              {contracts.map(({ contract_id, payer }) => (
                <SoftLink
                  key={contract_id}
                  href={`/contracts/${encodeURIComponent(contract_id)}/service-facilities`}
                  className="text-xs text-ink-2 underline decoration-line-strong underline-offset-2 hover:decoration-current"
                >
                  {payer}
                </SoftLink>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
