import type { ReactNode } from 'react'

type ChoiceRadioProps = {
  name: string
  value: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

/** One of a few kinds that a value can be of. */
export function ChoiceRadio({
  name,
  value,
  checked,
  disabled,
  onChoose,
  children,
}: ChoiceRadioProps) {
  return (
    <label className="inline-flex items-center gap-2 text-sm">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <span>{children}</span>
    </label>
  )
}
