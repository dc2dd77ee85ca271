import { readdirSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}
// The tightest packing that the browser takes, first.
const packings = [
  {
    name: 'br',
    end: '.br',
    pack: (body: Buffer) =>
      brotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
  },
  { name: 'gzip', end: '.gz', pack: (body: Buffer) => zip(body, { level: 9 }) },
]
// What fits into one packet of the network gains nothing by packing.
const leastBytes = 1_400

/**
 * Packs the scripts and styles of a build as tightly as they go, each into files beside it: once, where a server would
 * pack them loosely at each request.
 */
export async function packFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => path.extname(file) in types)
  await Promise.all(
    files.map(async (file) => {
      const whole = path.join(folder, file)
      if ((await stat(whole)).size < leastBytes) return
      const body = await readFile(whole)
      await Promise.all(packings.map(async ({ end, pack }) => writeFile(whole + end, await pack(body))))
    }),
  )
}

/**
 * Answers requests for files of a build that `packFiles` has packed; false where there is none that fits the request,
 * which Next then answers. `prefix` is the address of the folder. Files are named by their content, so they are kept for
 * ever, and the name with the packing is the tag that a browser asks by.
 */
export function servePacked(
  folder: string,
  prefix: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const known = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')),
  )
  return async ({ method, url = '', headers }, response) => {
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(prefix) || headers.range !== undefined) return false
    const file = url.slice(prefix.length).split('?', 1)[0]!
    const type = types[path.extname(file)]
    const packing = packings.find(({ name, end }) => accepts(headers['accept-encoding'], name) && known.has(file + end))
    if (!type || !packing) return false
    const tag = `"${file}${packing.end}"`
    const own = { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: tag, Vary: 'Accept-Encoding' }
    if (names(headers['if-none-match'], tag)) {
      response.writeHead(304, own).end()
      return true
    }
    // Built anew under a running server, the file is gone.
    const body = await readFile(path.join(folder, file + packing.end)).catch(() => undefined)
    if (!body) return false
    response
      .writeHead(200, { ...own, 'Content-Type': type, 'Content-Encoding': packing.name, 'Content-Length': body.length })
      .end(method === 'HEAD' ? undefined : body)
    return true
  }
}

// Whether an If-None-Match means a tag: it lists tags, weak ones count (RFC 9110, 13.1.2), and "*" is any.
function names(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((entry) => ['*', tag].includes(entry.trim().replace(/^W\//, '')))
}

// "gzip;q=0" is a refusal.
function accepts(header: string | string[] | undefined, name: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((entry) => {
      const [coding, weight = ''] = entry.split(';', 2).map((part) => part.trim().toLowerCase())
      return coding === name && Number(weight.startsWith('q=') ? weight.slice(2) : 1) > 0
    })
}
