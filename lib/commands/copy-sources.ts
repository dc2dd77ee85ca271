import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './shell.ts'

/** Copies this repository's files without packages, builds, data and history into another folder. */
export function copySources(to: string): void {
  const isSource = (name: string) =>
    !name.startsWith('.next') && !['.git', '.data', '.keys', 'node_modules'].includes(name)
  for (const name of readdirSync(inRoot()).filter(isSource))
    cpSync(inRoot(name), path.join(to, name), { recursive: true })
}

/**
 * Gives a copy of the sources its packages, as links to the same files where the disk allows it. The
 * build reads no package outside of the folder of its sources, so a link to all of them is not
 * enough.
 */
export function copyPackages(to: string): void {
  const [from, packages] = [inRoot('node_modules'), path.join(to, 'node_modules')]
  if (spawnSync('cp', ['-al', from, packages]).status !== 0)
    cpSync(from, packages, { recursive: true })
}
