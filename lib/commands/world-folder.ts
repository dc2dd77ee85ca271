import path from 'node:path'
import { usualWorld, type World } from '#lib/sandbox/stored-world.ts'

/** Where the sandbox alone keeps its data: asked for nothing, that of `npm start`; else a folder of its own for the numbers asked for. */
export function worldFolder(dataDir: string, asked: Partial<World>): string {
  if (Object.keys(asked).length === 0) return dataDir
  const { seed, captures, contracts } = { ...usualWorld, ...asked }
  return path.join(dataDir, 'worlds', `seed-${seed}-captures-${captures}-contracts-${contracts}`)
}
