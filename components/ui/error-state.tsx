import type { ReactNode } from 'react'
import type { ErrorKind } from './error-kind.ts'
import { StateIcon } from './state-icon.tsx'

type ErrorStateProps = {
  kind: ErrorKind
  /** The failure's message, safe to show. */
  message?: string
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
  busy: {
    title: 'The partner is busy',
    advice: 'It asked the console to send less for now. Nothing was changed.',
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
    advice: 'Your role or the connection’s key doesn’t allow it. An administrator can change either.',
  },
  'used-up': {
    title: 'Reading limit reached',
    advice: 'Your drafts are safe, and saving works. The limit protects patients if somebody misuses an account.',
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
    advice:
      'The partner’s answer has an unknown format. Nothing was changed. Tell your administrator if it happens again.',
  },
  failed: {
    title: 'Something went wrong',
    advice: 'Nothing more is known about the error. Try again, or tell your administrator.',
  },
}

// The words of these kinds say what a failure's message says.
const saysAll: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['key-refused', 'insecure'])

/** An error in place of the data: its kind, what it means for the person, and what to do. */
export function ErrorState({ kind, message, actions, asPage = false }: ErrorStateProps) {
  const { title, advice } = states[kind]
  const Title = asPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center justify-center px-6 py-14 text-center">
      <StateIcon kind={kind} />
      <Title className="text-base font-semibold text-ink">{title}</Title>
      {message && !saysAll.has(kind) && <p className="mt-1 max-w-lg text-sm break-words text-ink">{message}</p>}
      <p className="mt-1 max-w-md text-sm text-ink-2">{advice}</p>
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
