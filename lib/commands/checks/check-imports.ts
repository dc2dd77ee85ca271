import { partOf } from './arrows.ts'
import { findImports, resolveImport } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** Every import that goes against the arrows, as lines for a person. */
export function checkImports(files: SourceFile[]): string[] {
  return files.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path)).flatMap(checkFile)
}

function checkFile({ path, text }: SourceFile): string[] {
  const from = partOf(path)
  if (!from)
    return [`${path}: belongs to no part of the house; place it or name the part in lib/commands/checks/arrows.ts`]
  return findImports(text).flatMap((name) => {
    const target = resolveImport(path, name)
    if (!target) return []
    const to = partOf(target)
    if (!to || to === from) return []
    return isAllowed(path, from, to.name) ? [] : [`${path}: ${from.name} must not import ${to.name} (${name})`]
  })
}

function isAllowed(path: string, from: NonNullable<ReturnType<typeof partOf>>, to: string): boolean {
  if (from.never?.includes(to)) return false
  if (from.mayImport === 'anything' || from.mayImport.includes(to)) return true
  return /\.test\.tsx?$/.test(path) && to === 'sandbox'
}
