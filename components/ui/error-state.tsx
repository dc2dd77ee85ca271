import type { ReactNode } from 'react'
import type { ErrorKind } from './error-kind.ts'
import { RequestNote } from './request-note.tsx'
import { StateIcon } from './state-icon.tsx'

type ErrorStateProps = {
  kind: ErrorKind
  /** The failure's message, safe to show. */
  message?: string
  /** The failure's `requestId`. */
  requestId?: string | undefined
  /** What can be done: a "Try again" button, a link back. */
  actions?: ReactNode
  /** Makes the title the page's h1, where the error is the whole page. */
  asPage?: boolean
}

const states = {
  unreachable: {
    title: 'The partner can’t be reached',
    advice: 'Nothing was changed. This page loads by itself when the partner answers again.',
  },
  'partner-failed': {
    title: 'The partner had an error',
    advice:
      'Nothing was changed. Try again in a moment, and tell your administrator if it happens again.',
  },
  busy: {
    title: 'The partner is busy',
    advice: 'It asked for fewer requests. Nothing was changed.',
  },
  'key-refused': {
    title: 'The partner refuses the stored key',
    advice:
      'You stay signed in, and your drafts are safe. An administrator can store a new key in Settings, Connections.',
  },
  insecure: {
    title: 'The connection to the partner isn’t secure',
    advice:
      'Nothing was sent. An administrator needs to check the address in Settings, Connections, and the partner’s certificate.',
  },
  offline: {
    title: 'No connection to the server',
    advice: 'Check your connection, then try again.',
  },
  database: {
    title: 'The database isn’t answering',
    advice: 'Your saved work is safe. Try again in a moment.',
  },
  forbidden: {
    title: 'You don’t have access',
    advice:
      'Your role or the connection’s key doesn’t allow it. An administrator can change either.',
  },
  'used-up': {
    title: 'Reading limit reached',
    advice:
      'Your drafts are safe, and saving works. The limit protects patients if somebody misuses an account.',
  },
  'too-often': {
    title: 'Too many requests at once',
    advice: 'Nothing was changed. The limit keeps the partner free for everybody.',
  },
  'not-found': {
    title: 'Not found',
    advice: 'Check the address, or find the record in its list.',
  },
  'no-page': {
    title: 'Page not found',
    advice: 'The address may be mistyped, or the page has moved.',
  },
  unreadable: {
    title: 'This couldn’t be loaded',
    advice: 'Nothing was changed. Try again, and tell your administrator if it happens again.',
  },
  refused: {
    title: 'The partner refused this',
    advice:
      'Nothing was changed. Trying again seldom helps: change what you ask for, or tell your administrator.',
  },
  failed: {
    title: 'Something went wrong',
    advice: 'Nothing more is known about the error. Try again, or tell your administrator.',
  },
}

// The words of these kinds say what a failure's message says.
const saysAll: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['key-refused', 'insecure'])

/** What a failure's message says besides its title. */
function beside(title: string, message: string): string {
  return message.startsWith(`${title}.`) ? message.slice(title.length + 1).trim() : message
}

/** An error in place of the data: its kind, what it means for the person, and what to do. */
export function ErrorState({ kind, message, requestId, actions, asPage = false }: ErrorStateProps) {
  const { title, advice } = states[kind]
  const more = message === undefined || saysAll.has(kind) ? '' : beside(title, message)
  const Title = asPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center justify-center px-6 py-14 text-center">
      <StateIcon kind={kind} />
      <Title className="text-base font-semibold text-ink">{title}</Title>
      {more && <p className="mt-1 max-w-lg text-sm break-words text-ink">{more}</p>}
      <p className="mt-1 max-w-md text-sm text-ink-2">{advice}</p>
      <RequestNote id={requestId} className="mt-2" />
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
