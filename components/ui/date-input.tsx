import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'

/**
 * A native date box. Its value is the local date `YYYY-MM-DD`; no time zone ever touches it. One that nobody may fill in
 * is no date box while it is empty, which would ask for a date: it says that there is none.
 */
export function DateInput({ className, ...rest }: ComponentProps<'input'>) {
  const isNone = rest.readOnly && !(rest.value ?? rest.defaultValue)
  const kind = isNone ? { type: 'text', placeholder: 'None' } : { type: 'date', max: rest.max ?? '9999-12-31' }
  return <input {...rest} {...kind} className={controlStyle(`px-2! text-sm! ${className ?? ''}`)} />
}
