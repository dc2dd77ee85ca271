'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import { Section } from '#components/form/section.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { ContractKind } from '#lib/rules/contract-edit/new-contract.ts'

const kinds: { kind: ContractKind; title: string; words: string }[] = [
  {
    kind: 'professional',
    title: 'Professional',
    words: 'Add rendering providers on its Providers page.',
  },
  {
    kind: 'institutional',
    title: 'Institutional',
    words: 'Add service facilities and their providers on its Service facilities page.',
  },
  {
    kind: 'professional-v2',
    title: 'Professional, version 2',
    words: 'Created with its providers, through the partner’s version 2.',
  },
]

/** Which kind of contract is made. */
export function KindSection() {
  const { setValue } = useFormContext()
  const chosen: unknown = useWatch({ name: 'type' })
  return (
    <Section at="type" title="Kind of contract">
      <div
        role="radiogroup"
        aria-label="Kind of contract"
        className="grid grid-cols-1 gap-2 min-[760px]:grid-cols-3"
      >
        {kinds.map(({ kind, title, words }) => (
          <label
            key={kind}
            className={classNames(
              'flex min-w-0 cursor-pointer gap-2 rounded-control border px-3 py-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
              chosen === kind
                ? 'border-accent bg-accent-tint'
                : 'border-line hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name="type"
              value={kind}
              checked={chosen === kind}
              onChange={() => setValue('type', kind, { shouldDirty: true })}
              aria-label={title}
              aria-describedby={`kind-${kind}`}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span id={`kind-${kind}`} className="block text-xs text-ink-2">
                {words}
              </span>
            </span>
          </label>
        ))}
      </div>
    </Section>
  )
}
