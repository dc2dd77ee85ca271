import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonSize, type ButtonTone } from './button-style.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone
  size?: ButtonSize
  /** Work is in progress: the button keeps its focus and its width, but ignores presses. */
  busy?: boolean
}

/** A button. It submits a form only with `type="submit"`. */
export function Button({
  tone,
  size,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      data-tone={tone}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonStyle(tone, size, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
