import type { ErrorKind } from './error-kind.ts'

// Drawn here instead of imported from the icon package, because error pages are part of every
// page's first load.
const drawings: Record<ErrorKind, string> = {
  unreachable:
    'M4 20l4-4M16 8l4-4M8.5 11.5 6.4 13.6a3 3 0 0 0 4.2 4.2l2-2.1M11.4 8.4l2.1-2a3 3 0 0 1 4.2 4.2l-2.1 2.1M9 9l6 6',
  'partner-failed': 'M12 4 2.8 20h18.4L12 4ZM12 10v4.5M12 17.2h.01',
  busy: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.2 2',
  'key-refused': 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM10.9 12.1 19 4M15.5 7.5 18 10M4 4l4 4M8 4 4 8',
  insecure: 'M6 11h12v9H6v-9ZM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2M12 14.5v2',
  offline:
    'M12 19h.01M8.6 15.4a5 5 0 0 1 6.8 0M5 12a10 10 0 0 1 4-2.4M15.5 9.7A10 10 0 0 1 19 12M4 4l16 16',
  database: 'M4 6.5a8 3 0 1 0 16 0a8 3 0 1 0-16 0M4 6.5v11a8 3 0 0 0 16 0v-11M4 12a8 3 0 0 0 16 0',
  forbidden: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6',
  'used-up': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.2 2',
  'too-often': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.2 2',
  'not-found': 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.2 15.2 20 20',
  'no-page': 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.2 15.2 20 20',
  unreadable: 'M6 3h8l4 4v14H6V3ZM14 3v4h4M12 10.5v4M12 17.5h.01',
  refused: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6',
  failed: 'M12 4 2.8 20h18.4L12 4ZM12 10v4.5M12 17.2h.01',
}

/** The icon of a kind of failure in a framed square. */
export function StateIcon({ kind }: { kind: ErrorKind }) {
  return (
    <span className="mb-3 inline-flex size-10 items-center justify-center rounded-card border border-line bg-panel text-ink-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5 fill-none stroke-current stroke-[1.6]"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={drawings[kind]} />
      </svg>
    </span>
  )
}
