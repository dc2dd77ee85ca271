'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { ChoiceRadio } from '#components/form/choice-radio.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { mapTiles } from './state-tiles.ts'
import { StatesGrid } from './states-grid.tsx'
import { useJsonField } from '#components/form/use-json-field.ts'

/**
 * The regions of a contract or a span (its member `regions`): national, or the states ticked on a
 * map. Where they are required, the section says so until one is chosen.
 */
export function RegionsSection({ isRequired = false }: { isRequired?: boolean }) {
  const { base } = useRecord()
  const [regions, put] = useJsonField('regions')
  const type = isJsonObject(regions) ? regions.type : undefined
  const chosen = statesOf(regions)
  // Ticked before somebody looked at "national": they come back with "states".
  const [ticked, setTicked] = useState<string[]>(chosen)
  const putStates = (states: string[]) => {
    setTicked(states)
    put({ ...asBefore(base.regions, 'states'), states })
  }
  const isOdd = regions !== undefined && type !== 'states' && type !== 'national'
  return (
    <Section
      at="regions"
      title="Regions"
      note={
        type === 'states'
          ? countWords(chosen)
          : isRequired && type === undefined
            ? 'required'
            : undefined
      }
    >
      <fieldset className="min-w-0">
        <legend className="sr-only">Where it applies</legend>
        <div className="mb-3 last:mb-0 flex flex-wrap gap-x-6 gap-y-1">
          <ChoiceRadio
            name="regions.type"
            value="national"
            checked={type === 'national'}
            onChoose={() => put(asBefore(base.regions, 'national'))}
          >
            National
          </ChoiceRadio>
          <ChoiceRadio
            name="regions.type"
            value="states"
            checked={type === 'states'}
            onChoose={() => putStates(ticked)}
          >
            Only some states
          </ChoiceRadio>
        </div>
        {isOdd && (
          <p className="mb-3 text-sm break-words text-amber">
            The partner says {JSON.stringify(regions)}, an unknown value. It stays unchanged unless
            you choose.
          </p>
        )}
        {type === 'states' && (
          <>
            <StatesGrid name="regions.states" chosen={chosen} onChange={putStates} />
            <div className="mt-2 flex gap-2">
              <Button
                size="small"
                tone="quiet"
                onClick={() =>
                  putStates(
                    [...new Set([...chosen, ...mapTiles.map(({ code }) => code)])].toSorted(),
                  )
                }
              >
                Tick every state
              </Button>
              {chosen.length > 0 && (
                <Button size="small" tone="quiet" onClick={() => putStates([])}>
                  Untick all
                </Button>
              )}
            </div>
          </>
        )}
      </fieldset>
    </Section>
  )
}

// Members that the console does not know stay with the kind that they were loaded with.
function asBefore(loaded: Json | undefined, type: 'national' | 'states'): JsonObject {
  return isJsonObject(loaded) && loaded.type === type ? loaded : { type }
}

function statesOf(regions: Json | undefined): string[] {
  const states = isJsonObject(regions) ? regions.states : undefined
  return Array.isArray(states)
    ? states.filter((code): code is string => typeof code === 'string')
    : []
}

function countWords(codes: readonly string[]): string {
  return codes.length === 0 ? 'none chosen' : `${codes.length} chosen`
}
