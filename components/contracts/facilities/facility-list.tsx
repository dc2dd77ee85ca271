'use client'
import { Button } from '#components/ui/button.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { FacilityCount } from './facility-count.tsx'
import type { FacilityParts } from './facility-matrix.tsx'

/**
 * The facilities with the number of their providers, for contracts with too many providers for a
 * matrix.
 */
export function FacilityList({
  facilities,
  names,
  assignments,
  canEdit,
  onAssign,
  onChange,
  onRemove,
}: FacilityParts) {
  return (
    <ul
      aria-label="Service facilities"
      className="overflow-hidden rounded-card border border-line bg-panel"
    >
      {facilities.map((facility) => {
        const line = names.lineOf(facility.facilityId)
        const name = names.nameOf(facility.facilityId)
        return (
          <li
            key={facility.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-line px-4 py-2.5 not-first:border-t"
          >
            <div className="min-w-0 grow basis-72">
              <h2 className="truncate text-sm font-medium">{name}</h2>
              <p className="flex flex-wrap gap-x-3 text-xs text-ink-2">
                {line?.code && <span className="font-mono">{line.code}</span>}
                {line?.note && <span>{line.note}</span>}
                <CopyId id={facility.facilityId} label="service facility ID" />
              </p>
            </div>
            <div className="w-52">
              <FacilityCount facility={facility} assignments={assignments} />
            </div>
            <div className="flex gap-2">
              <Button
                size="small"
                aria-label={`Providers at ${name}`}
                onClick={() => onAssign(facility)}
              >
                Providers
              </Button>
              {canEdit && (
                <>
                  <Button
                    size="small"
                    aria-label={`Change facility ${name}`}
                    onClick={() => onChange(facility)}
                  >
                    Change facility
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Remove ${name}`}
                    onClick={() => onRemove(facility)}
                  >
                    Remove
                  </Button>
                </>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
