import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

type Lock = { packages: Record<string, { integrity?: string; inBundle?: boolean }> }

/** Packages of the lockfile without a hash, as lines for a person. */
export function checkHashes({ packages }: Lock): string[] {
  // The file of the package that holds a bundled one has a hash.
  return Object.entries(packages)
    .filter(([place, { integrity, inBundle }]) => place && !integrity && !inBundle)
    .map(([place]) => `package-lock.json: ${place} has no integrity`)
}

const systems = ['linux', 'darwin'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })))

/**
 * What `npm ci` misses in the lockfile of a folder on Linux and macOS, as lines for a person. It asks
 * no registry and installs nothing.
 */
export async function checkInstall(folder: string): Promise<string[]> {
  const complaints = await Promise.all(
    systems.map(async ({ os, cpu }) => {
      const args = [
        'ci',
        '--dry-run',
        '--offline',
        '--loglevel=error',
        `--os=${os}`,
        `--cpu=${cpu}`,
      ]
      try {
        await promisify(execFile)('npm', args, { cwd: folder })
        return []
      } catch (error) {
        return [`package-lock.json: npm ci for ${os} ${cpu}: ${wordsOf(error)}`]
      }
    }),
  )
  return complaints.flat()
}

function wordsOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string }
  const missing = stderr.match(/(?:Missing|Invalid): .*/g)?.slice(0, 5)
  return missing?.join('; ') ?? (stderr.trim().split('\n').slice(0, 3).join(' ') || message)
}
