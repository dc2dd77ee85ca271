import { classNames } from './class-names.ts'

/**
 * The style of every text box. `control` keeps a contrast of 3:1 against the page. An invalid box
 * turns red through `aria-invalid`, so that style and semantics agree.
 */
export function controlStyle(extra?: string): string {
  return classNames(
    'h-control w-full min-w-0 rounded-control border border-control bg-panel px-2.5 text-base text-ink',
    'hover:border-ink-3 aria-invalid:border-red aria-invalid:shadow-[0_0_0_3px_var(--red-tint)]',
    'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunk disabled:text-ink-2',
    '[&[readonly]]:border-line-strong [&[readonly]]:bg-sunk',
    extra,
  )
}
