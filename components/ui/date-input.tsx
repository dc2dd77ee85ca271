import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'

/**
 * A native date box. Its value is the local date `YYYY-MM-DD`; no time zone ever touches it. One that nobody may fill in
 * is no date box while it is empty: that would ask for a date.
 */
export function DateInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type={rest.readOnly && !(rest.value ?? rest.defaultValue) ? 'text' : 'date'} max={rest.max ?? '9999-12-31'} className={controlStyle(`px-2! text-sm! ${className ?? ''}`)} />
}
