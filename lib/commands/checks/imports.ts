import path from 'node:path'

const specifier =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** The module specifiers of a file, in order: static, side-effect and dynamic imports. */
export function findImports(source: string): string[] {
  return [...source.matchAll(specifier)].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

/** The repository file of a specifier in `file`; undefined for a package. */
export function resolveImport(file: string, name: string): string | undefined {
  if (name.startsWith('#')) return name.slice(1)
  if (!name.startsWith('.')) return undefined
  return path.posix.join(path.posix.dirname(file), name)
}

/** The package of a specifier; undefined for our own files and Node's modules. */
export function packageOf(name: string): string | undefined {
  if (name.startsWith('.') || name.startsWith('#') || name.startsWith('node:')) return undefined
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
