import { readFileSync } from 'node:fs'

type Floors = Record<string, { floor: string; reason: string }>
type Lock = { packages: Record<string, { version?: string }> }

/**
 * Packages below their known safe version, as lines for a person. `npm audit` is not available
 * everywhere.
 */
export function checkFloors(lock: Lock, floors: Floors = readFloors()): string[] {
  return Object.entries(floors).flatMap(([name, { floor, reason }]) => {
    const versions = Object.entries(lock.packages)
      .filter(([path]) => path.endsWith(`node_modules/${name}`))
      .map(([, entry]) => entry.version ?? '0.0.0')
    if (versions.length === 0)
      return [`floors: ${name} is not in the lockfile; take its floor away`]
    return versions
      .filter((version) => isBelow(version, floor))
      .map((version) => `floors: ${name} ${version} is below ${floor}: ${reason}`)
  })
}

function readFloors(): Floors {
  return JSON.parse(readFileSync(new URL('./floors.json', import.meta.url), 'utf8')) as Floors
}

/** True if `version` is lower than `floor`; a pre-release is lower than its release. */
function isBelow(version: string, floor: string): boolean {
  const [mine, theirs] = [version, floor].map((text) =>
    text.split('-')[0]!.split('.').map(Number),
  ) as [number[], number[]]
  for (let i = 0; i < 3; i++) if (mine[i] !== theirs[i]) return mine[i]! < theirs[i]!
  return version.includes('-') && !floor.includes('-')
}
