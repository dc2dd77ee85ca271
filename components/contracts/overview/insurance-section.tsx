'use client'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ChoiceRadio } from '#components/form/choice-radio.tsx'
import { MarkList } from '#components/form/marks/mark-list.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { useJsonField } from '#components/form/use-json-field.ts'
import { Button } from '#components/ui/button.tsx'
import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { insuranceLines } from '#lib/rules/contract-edit/contract-terms.ts'
import { TypeList } from './type-list.tsx'

/**
 * The insurance types of a contract by line of business. `codes` are the known codes. A new contract
 * can take all types for all lines at once.
 */
export function InsuranceSection({ codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  const { setValue } = useFormContext()
  const takeAll = () => {
    for (const name of Object.keys(insuranceLines))
      setValue(name, JSON.stringify({ type: 'allApply' }, null, 2), { shouldDirty: true })
  }
  return (
    <Section
      at="insurance_types"
      title="Insurance types"
      note="by line of business"
      actions={
        isNew && (
          <Button size="small" onClick={takeAll}>
            All types for all lines
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 min-[900px]:grid-cols-3">
        {Object.entries(insuranceLines).map(([name, label]) => (
          <InsuranceLine key={name} name={name} label={label} codes={codes} isNew={isNew} />
        ))}
      </div>
    </Section>
  )
}

const kinds = { allApply: 'All types', noneApply: 'None', theseApply: 'Only these' } as const

function InsuranceLine({
  name,
  label,
  codes,
  isNew,
}: {
  name: string
  label: string
  codes: readonly string[]
  isNew: boolean
}) {
  const { base } = useRecord()
  const [types, put] = useJsonField(name)
  const type = isJsonObject(types) ? types.type : undefined
  const chosen = codesOf(types)
  const [ticked, setTicked] = useState(chosen)
  const putThese = (value: string[]) => {
    setTicked(value)
    put({ ...asBefore(base[name], 'theseApply'), value })
  }
  const isOdd = types !== undefined && !Object.hasOwn(kinds, String(type))
  const offered = [...new Set([...codes, ...codesOf(base[name]), ...chosen])]
  return (
    <fieldset className="min-w-0" data-field={name} tabIndex={-1}>
      <legend className="mb-1.5 text-xs font-semibold text-ink-2">
        {label}
        {isNew && (
          <>
            <span aria-hidden="true"> *</span>
            <span className="sr-only"> (required)</span>
          </>
        )}
      </legend>
      <MarkList name={name} className="pb-2 text-xs" />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.entries(kinds).map(([kind, words]) => (
          <ChoiceRadio
            key={kind}
            name={`${name}.type`}
            value={kind}
            checked={type === kind}
            onChoose={() =>
              kind === 'theseApply' ? putThese(ticked) : put(asBefore(base[name], kind))
            }
          >
            {words}
          </ChoiceRadio>
        ))}
      </div>
      {isOdd && (
        <p className="mt-2 text-sm break-words text-amber">
          The partner says {JSON.stringify(types)}, an unknown value. It stays unchanged unless you
          choose.
        </p>
      )}
      {type === 'theseApply' && (
        <TypeList
          name={`${name}.value`}
          label={label}
          codes={offered}
          chosen={chosen}
          onToggle={(code) =>
            putThese(
              chosen.includes(code)
                ? chosen.filter((each) => each !== code)
                : [...chosen, code].toSorted(),
            )
          }
        />
      )}
    </fieldset>
  )
}

// Members that the console does not know stay with the kind that they were loaded with.
function asBefore(loaded: Json | undefined, type: string): JsonObject {
  return isJsonObject(loaded) && loaded.type === type ? loaded : { type }
}

function codesOf(types: Json | undefined): string[] {
  const value = isJsonObject(types) ? types.value : undefined
  return Array.isArray(value)
    ? value.filter((code): code is string => typeof code === 'string')
    : []
}
