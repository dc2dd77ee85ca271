import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

const box =
  'peer size-4 shrink-0 appearance-none rounded-sm border border-control bg-panel checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunk aria-invalid:border-red'

/** A checkbox. With `children` it is labelled by them; without, give it an `aria-label`. */
export function Checkbox({
  children,
  className,
  ...rest
}: ComponentProps<'input'> & { children?: ReactNode }) {
  const input = (
    <span className="relative inline-flex size-4 shrink-0 items-center justify-center">
      <input {...rest} type="checkbox" className={box} />
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="pointer-events-none absolute size-3 fill-none stroke-accent-ink stroke-2 opacity-0 peer-checked:opacity-100"
      >
        <path d="M2.5 6.2 5 8.7l4.6-5.2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute h-0.5 w-2 rounded-full bg-accent-ink opacity-0 peer-indeterminate:opacity-100"
      />
    </span>
  )
  if (children === undefined)
    return <span className={classNames('inline-flex', className)}>{input}</span>
  return (
    <label className={classNames('inline-flex items-center gap-2 text-sm', className)}>
      {input}
      <span>{children}</span>
    </label>
  )
}
