import { Hono } from 'hono'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

// The files of the viewer's package that the page needs; its other files are not served.
const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

// The viewer loads its icons from data: URLs; scripts, styles and requests stay on this server.
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Partner interface - sandbox</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <main id="reference"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const start = `window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayOperationId: true,
  filter: true,
  validatorUrl: null,
})
`

// The viewer has no dark scheme, so its colours are inverted. Code examples are dark in both
// schemes.
const pageStyle = `body { margin: 0; }
.swagger-ui .renderedMarkdown li { margin: 0.35em 0; line-height: 1.5; }
.swagger-ui .renderedMarkdown code { padding: 0 0.3em; font-size: 0.9em; font-weight: 400; color: inherit; }
.swagger-ui .opblock .opblock-summary-operation-id { flex-shrink: 0; word-break: normal; }
@media (prefers-color-scheme: dark) {
  html { background: #16181d; color-scheme: dark; }
  .swagger-ui { filter: invert(0.9) hue-rotate(180deg); }
  .swagger-ui .microlight, .swagger-ui .highlight-code pre { filter: invert(1) hue-rotate(180deg); }
}
`

const find = createRequire(import.meta.url)

/**
 * The API reference at /docs. A local copy of the viewer draws it from /openapi.json, without any
 * other server.
 */
export function docsRoutes(): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    await next()
    c.header('content-security-policy', policy)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
  })
  app.get('/', (c) => c.html(page))
  app.get('/start.js', (c) =>
    c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/page.css', (c) => c.body(pageStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
  for (const [name, type] of Object.entries(assets)) {
    app.get(`/${name}`, async (c) =>
      c.body(new Uint8Array(await readFile(find.resolve(`swagger-ui-dist/${name}`))), 200, {
        'content-type': type,
        'cache-control': 'max-age=86400',
      }),
    )
  }
  return app
}
