import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonStyle } from './button-style.ts'
import type { ButtonSize, ButtonTone } from './button-style.ts'

/** A link that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({ tone, size, className, ...rest }: ComponentProps<typeof Link> & { tone?: ButtonTone; size?: ButtonSize }) {
  return <Link {...rest} className={buttonStyle(tone, size, className)} />
}
