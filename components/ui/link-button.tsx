import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonSize, type ButtonTone } from './button-style.ts'
import { SoftLink } from './soft-link.tsx'

/** A link that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({
  tone,
  size,
  className,
  ...rest
}: ComponentProps<typeof SoftLink> & { tone?: ButtonTone; size?: ButtonSize }) {
  return <SoftLink {...rest} className={buttonStyle(tone, size, className)} />
}
