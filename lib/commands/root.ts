import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A file of the repository as an absolute path. */
export function inRoot(...parts: string[]): string {
  return path.join(root, ...parts)
}
