import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'

/** A native date box. Its value is the local date `YYYY-MM-DD`; no time zone ever touches it. */
export function DateInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type="date" max={rest.max ?? '9999-12-31'} className={controlStyle(`px-2! text-sm! ${className ?? ''}`)} />
}
