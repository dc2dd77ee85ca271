import { classNames } from './class-names.ts'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet'
export type ButtonSize = 'small' | 'normal'

const base =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none transition-colors duration-75 aria-disabled:cursor-not-allowed disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60'

const tones: Record<ButtonTone, string> = {
  plain:
    'border-line-strong bg-panel text-ink enabled:hover:bg-hover aria-pressed:bg-hover aria-expanded:bg-hover [a&]:hover:bg-hover',
  primary:
    'border-transparent bg-accent text-accent-ink enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  danger: 'border-line-strong bg-panel text-red enabled:hover:border-red enabled:hover:bg-red-tint',
  quiet:
    'border-transparent bg-transparent text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink [a&]:hover:bg-hover [a&]:hover:text-ink',
}

const sizes: Record<ButtonSize, string> = {
  small: 'h-6.5 px-2 text-xs',
  normal: 'h-control px-3 text-sm',
}

/** The classes of anything that looks like a button, for buttons and links alike. */
export function buttonStyle(
  tone: ButtonTone = 'plain',
  size: ButtonSize = 'normal',
  extra?: string,
): string {
  return classNames(base, tones[tone], sizes[size], extra)
}
