import type { ComponentProps, KeyboardEvent } from 'react'
import { controlStyle } from './control-style.ts'

/** The browser needs longer than a frame to lay out a box with more characters than this. */
export const longestInBox = 20_000

/**
 * A text box of several lines that grows with its text up to a limit. The browser stores none of
 * it.
 */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      // Otherwise Chromium writes what stands in it to its session on disk, as it would for an
      // input.
      autoComplete="off"
      {...rest}
      rows={rows}
      className={controlStyle(
        `field-sizing-content h-auto! max-h-80 min-h-16 py-1.5 ${className ?? ''}`,
      )}
    />
  )
}

/**
 * For `onKeyDown` of a text box in a form: Ctrl+Enter, on a Mac also Command+Enter, submits the
 * form.
 */
export function submitWithCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
