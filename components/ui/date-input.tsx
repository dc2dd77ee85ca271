import type { ComponentProps } from 'react'
import { firstDay } from '#lib/core/local-date.ts'
import { controlStyle } from './control-style.ts'

/**
 * A native date box. Its value is the local date `YYYY-MM-DD`, without a time zone. A read-only
 * empty date is shown as text, because an empty date box would look as if it could be filled in.
 * Years that are slips of the keyboard are out of its range; an end may be far away.
 */
export function DateInput({ className, ...rest }: ComponentProps<'input'>) {
  const isNone = rest.readOnly && !(rest.value ?? rest.defaultValue)
  const kind = isNone
    ? { type: 'text', placeholder: 'None' }
    : {
        type: 'date',
        min: rest.min ?? firstDay,
        max: rest.max ?? (/end|expir|terminat/.test(rest.name ?? '') ? '9999-12-31' : '2099-12-31'),
      }
  return <input {...rest} {...kind} className={controlStyle(`px-2! text-sm! ${className ?? ''}`)} />
}
