import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { inRoot, runCommand } from '#lib/commands/shell.ts'

/**
 * A list page that people would choose instead, built and served; `{n}` in its address is the
 * number of rows.
 */
export type Peer = { name: string; url: string; rows: string; close: () => void }

const known = [
  { name: 'AG Grid', file: 'ag-grid.jsx', rows: '.ag-row' },
  { name: 'react-admin', file: 'react-admin.jsx', rows: 'tbody tr' },
]
const packages = [
  'react-admin',
  'ag-grid-community',
  'ag-grid-react',
  'react@19',
  'react-dom@19',
  'vite@7',
  '@vitejs/plugin-react@5',
]
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/**
 * Builds the peers of a folder with Vite, outside the repository's own packages, and serves them.
 */
export async function servePeers(folder: string): Promise<Peer[]> {
  const present = known.filter(({ file }) => existsSync(path.join(folder, file)))
  if (present.length === 0) return []
  const home = inRoot('node_modules/.cache/bench-peers')
  await install(home)
  return Promise.all(present.map(async (peer) => serve(peer, await build(home, folder, peer.file))))
}

async function install(home: string): Promise<void> {
  mkdirSync(home, { recursive: true })
  if (existsSync(path.join(home, 'node_modules/vite'))) return
  writeFileSync(path.join(home, 'package.json'), '{ "private": true, "type": "module" }\n')
  const status = await runCommand('npm', [
    'install',
    '--prefix',
    home,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--legacy-peer-deps',
    ...packages,
  ])
  if (status !== 0) throw new Error('The packages of the peers could not be installed.')
}

async function build(home: string, folder: string, file: string): Promise<string> {
  const site = path.join(home, path.basename(file, '.jsx'))
  mkdirSync(site, { recursive: true })
  writeFileSync(path.join(site, 'main.jsx'), readFileSync(path.join(folder, file)))
  writeFileSync(
    path.join(site, 'index.html'),
    '<!doctype html><div id="root"></div><script type="module" src="/main.jsx"></script>\n',
  )
  writeFileSync(
    path.join(site, 'vite.config.mjs'),
    "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()], logLevel: 'warn' }\n",
  )
  if (
    (await runCommand(path.join(home, 'node_modules/.bin/vite'), [
      'build',
      site,
      '--config',
      path.join(site, 'vite.config.mjs'),
    ])) !== 0
  )
    throw new Error(`${file} could not be built.`)
  return path.join(site, 'dist')
}

async function serve({ name, rows }: (typeof known)[number], dist: string): Promise<Peer> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://peer')
    const file = path.join(
      dist,
      path.extname(pathname) === '' ? 'index.html' : path.posix.normalize(pathname),
    )
    if (!existsSync(file)) return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { name, rows, url: `http://127.0.0.1:${port}/?n={n}`, close: () => server.close() }
}
