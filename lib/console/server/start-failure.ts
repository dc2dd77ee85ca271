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

/** How a process says that it lives but cannot serve. */
export type StartAnswer = { status: number; contentType: string; body: string }

/**
 * The answer to any request while the start has failed: the reason as one page, and for an
 * orchestrator as JSON. `/api/health` is 200: a restart would only fail again, so the process waits
 * for its operator, as a sealed vault does.
 */
export function answerOfFailedStart(path: string, failure: StartFailure): StartAnswer {
  const contentType = 'application/json'
  const { reason } = failure
  if (path === '/api/health')
    return { status: 200, contentType, body: JSON.stringify({ status: 'cannot start', reason }) }
  if (path === '/api/ready')
    return {
      status: 503,
      contentType,
      body: JSON.stringify({ status: 'unavailable', version, start: 'failed', reason }),
    }
  return { status: 503, contentType: 'text/html; charset=utf-8', body: page(failure) }
}

function page({ words, mayPass }: StartFailure): string {
  const next = mayPass
    ? 'The console tries again every 30 seconds. Reload this page then.'
    : 'Change this, then start the console again. It does not try again by itself.'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The console cannot start</title>
</head>
<body style="font: 15px/1.5 system-ui, sans-serif; margin: 0">
<main style="max-width: 38rem; margin: 20vh auto 0; padding: 0 1.5rem">
<h1 style="font-size: 1.25rem">The console cannot start</h1>
<p>${escaped(words)}</p>
<p>${next}</p>
<p>Saved work is safe. If you do not run this console, tell your administrator what this page says.</p>
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
