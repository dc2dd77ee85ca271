import { existsSync } from 'node:fs'
import path from 'node:path'
import { usualWorld, type World } from '#lib/sandbox/stored-world.ts'

/** Where the sandbox alone keeps its data: asked for nothing, that of `npm start`; else a folder of its own for the numbers asked for. */
export function dataSetFolder(dataDir: string, asked: Partial<World>): string {
  if (Object.keys(asked).length === 0) return dataDir
  const { seed, captures, contracts } = { ...usualWorld, ...asked }
  return path.join(dataDir, 'worlds', `seed-${seed}-captures-${captures}-contracts-${contracts}`)
}

/**
 * What to tell somebody whose flags make a folder of their own while the usual one is filled: a version of before
 * 2026-11-22 filled that one whatever the flags were, so the writes they look for may be there. Undefined when there is
 * nothing to tell. To be asked before the folder is made.
 */
export function usualFolderNote(dataDir: string, folder: string): string | undefined {
  const isFilled = (place: string) => existsSync(path.join(place, 'sandbox', 'pgdata'))
  if (folder === dataDir || isFilled(folder) || !isFilled(dataDir)) return undefined
  return 'The demo data of npm start stays as it is; npm run sandbox without flags serves it.'
}
