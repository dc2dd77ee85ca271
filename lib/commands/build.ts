import { rmSync, writeFileSync } from 'node:fs'
import { packFiles } from './packed-files.ts'
import { inRoot } from './root.ts'
import { runTool } from './run-tool.ts'
import { say } from './say.ts'
import { hashSources, readBuiltHash } from './source-hash.ts'

/** The folder of the production build. */
export const distDir = process.env.NEXT_DIST_DIR ?? '.next'

/** Makes the production build unless the one that stands was made from the same sources. True when one stands. */
export async function buildWhenStale(): Promise<boolean> {
  const hash = hashSources()
  if (readBuiltHash(distDir) === hash) return true
  say('Building the console (about half a minute)…')
  rmSync(inRoot(distDir, 'source-hash'), { force: true })
  if ((await runTool('next', ['build'], { NODE_ENV: 'production' })) !== 0) return false
  await packFiles(inRoot(distDir, 'static'))
  writeFileSync(inRoot(distDir, 'source-hash'), hash)
  return true
}
