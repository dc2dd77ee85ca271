import type { ReactNode } from 'react'
import type { ErrorKind } from './error-kind.ts'
import { StateIcon } from './state-icon.tsx'

type ErrorStateProps = {
  kind: ErrorKind
  /** The failure's own words, safe to show. */
  message?: string
  /** What can be done: a "Try again" button, a link back. */
  actions?: ReactNode
  /** Makes the title the page's h1, where the error is the whole page. */
  asPage?: boolean
}

const states = {
  unreachable: {
    title: 'The partner cannot be reached',
    advice: 'Nothing was changed. The console tries again when you do.',
  },
  offline: {
    title: 'The console cannot be reached',
    advice: 'Check your connection, then try again.',
  },
  database: {
    title: 'The console’s database does not answer',
    advice: 'What was saved is safe. The console goes on by itself once the database answers: try again in a moment.',
  },
  forbidden: {
    title: 'This is not open to you',
    advice: 'It depends on your role and on the stored connection’s key. An administrator can change either.',
  },
  'not-found': {
    title: 'Not found',
    advice: 'Check the address, or look for the record in its list.',
  },
  'no-page': {
    title: 'There is no such page',
    advice: 'The address leads nowhere. It may be mistyped, or the page has moved.',
  },
  unreadable: {
    title: 'This could not be read',
    advice: 'The partner’s answer does not have the shape that the console knows. Nothing was changed.',
  },
  failed: {
    title: 'This did not work',
    advice: 'The partner or the console answered with an error.',
  },
}

/** What stands where data should: which kind of failure it is, what it means for the person, and what to do. */
export function ErrorState({ kind, message, actions, asPage = false }: ErrorStateProps) {
  const { title, advice } = states[kind]
  const Title = asPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center justify-center px-6 py-14 text-center">
      <StateIcon kind={kind} />
      <Title className="text-base font-semibold text-ink">{title}</Title>
      {message && <p className="mt-1 max-w-lg text-sm break-words text-ink">{message}</p>}
      <p className="mt-1 max-w-md text-sm text-ink-2">{advice}</p>
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
