/** The console's mark: a ledger line that is ticked off. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 20 20" className="shrink-0">
      <rect width="20" height="20" rx="5" className="fill-accent" />
      <path
        d="M5 6.25h10M5 10h4.5M5 13.75h3"
        className="stroke-accent-ink"
        strokeWidth="1.6"
        strokeLinecap="round"
        fill="none"
        opacity=".75"
      />
      <path
        d="m10.75 12.4 1.9 1.9 3.1-4"
        className="stroke-accent-ink"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
    </svg>
  )
}
