import type { ComponentProps, ReactNode } from 'react'
import { buttonStyle, type ButtonSize, type ButtonTone } from './button-style.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** What the button does, for a screen reader and as the hover text. */
  label: string
  /** The key that does the same, shown in the hover text. */
  shortcut?: string
  icon: ReactNode
  tone?: ButtonTone
  size?: ButtonSize
}

/** A square button with an icon only. Its label is always there for assistive technology. */
export function IconButton({
  label,
  shortcut,
  icon,
  tone = 'quiet',
  size = 'normal',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const square = size === 'small' ? 'w-6.5 px-0!' : 'w-(--control-h) px-0!'
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      className={buttonStyle(tone, size, `${square} ${className ?? ''}`)}
    >
      {icon}
    </button>
  )
}
