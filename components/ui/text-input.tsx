import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'

/**
 * A one-line text box. `mono` is for codes and identifiers. Browser autofill is off: these are
 * other people's records.
 */
export function TextInput({
  mono = false,
  className,
  ...rest
}: ComponentProps<'input'> & { mono?: boolean }) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      className={controlStyle(`${mono ? 'font-mono text-sm ' : ''}${className ?? ''}`)}
    />
  )
}
