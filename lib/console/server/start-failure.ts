// Without `server-only`: the front server, which runs outside Next's bundle, answers with it.
import { version } from '#lib/core/version.ts'

/**
 * Why the start failed. `words` are for the operator, without a key, patient data or a path. With
 * `mayPass` the reason can go away by itself, so the start is tried again.
 */
export type StartFailure = {
  reason: 'settings' | 'database' | 'migrations' | 'keys' | 'connection'
  words: string
  mayPass: boolean
}

/**
 * A migration that lasts: this process changes the tables (`own`), or waits for another process that
 * changes them (`other`).
 */
export type Migration = 'own' | 'other'

/** How a process says that it lives but cannot serve. */
export type StartAnswer = { status: number; contentType: string; body: string }

/**
 * The answer to any request while the start has failed: the reason as one page, and for an
 * orchestrator as JSON. `/api/health` is 200: a restart would only fail again, so the process waits
 * for its operator, as a sealed vault does.
 */
export function answerOfFailedStart(path: string, failure: StartFailure): StartAnswer {
  const { reason } = failure
  return answerAt(path, {
    health: { status: 'cannot start', reason },
    ready: { start: 'failed', reason },
    html: failurePage(failure),
  })
}

/**
 * The answer to any request during a migration. `/api/health` is 200: a restart would begin the
 * migration again.
 */
export function answerDuringMigration(path: string, migration: Migration): StartAnswer {
  const paragraphs = [
    migrationWords[migration],
    'Do not restart the console: that would begin again. This page reloads every 5 seconds.',
    'Saved work is safe.',
  ]
  return answerAt(path, {
    health: { status: 'migrating' },
    ready: { start: 'migrating' },
    html: page('The console is starting', paragraphs, reload),
  })
}

function answerAt(
  path: string,
  { health, ready, html }: { health: object; ready: object; html: string },
): StartAnswer {
  const json = (status: number, body: object) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  })
  if (path === '/api/health') return json(200, { ...health, version })
  if (path === '/api/ready') return json(503, { status: 'unavailable', version, ...ready })
  return { status: 503, contentType: 'text/html; charset=utf-8', body: html }
}

const reload = '\n<meta http-equiv="refresh" content="5">'

const migrationWords: Record<Migration, string> = {
  own: 'The console is bringing the tables in its database up to this version.',
  other:
    'Another console or a restore is changing the tables in this database. This console goes on when that has ended.',
}

function failurePage({ words, mayPass }: StartFailure): string {
  return page('The console cannot start', [
    ...words.split('\n'),
    mayPass
      ? 'The console tries again every 30 seconds. Reload this page then.'
      : 'Change this, then start the console again. It does not try again by itself.',
    'Saved work is safe. If you do not run this console, tell your administrator what this page says.',
  ])
}

function page(title: string, paragraphs: string[], head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${head}
<title>${title}</title>
</head>
<body style="font: 15px/1.5 system-ui, sans-serif; margin: 0">
<main style="max-width: 38rem; margin: 20vh auto 0; padding: 0 1.5rem">
<h1 style="font-size: 1.25rem">${title}</h1>
${[...paragraphs, `Version ${version}`].map((words) => `<p>${escaped(words)}</p>`).join('\n')}
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
