import { cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '#lib/commands/shell.ts'

/** Copies this repository's files without packages, builds, data and history into another folder. */
export function copySources(to: string): void {
  const isSource = (name: string) =>
    !name.startsWith('.next') && !['.git', '.data', '.keys', 'node_modules'].includes(name)
  for (const name of readdirSync(inRoot()).filter(isSource))
    cpSync(inRoot(name), path.join(to, name), { recursive: true })
}
