import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { copyPackages, copySources } from '#lib/commands/copy-sources.ts'
import { inRoot } from '#lib/commands/shell.ts'

const build =
  'process.exit((await (await import("./lib/commands/build.ts")).buildWhenStale()) ? 0 : 1)'

/**
 * Builds another version of the console: these sources, with words replaced in some of their files.
 * Returns the build's folder, which a console serves by NEXT_DIST_DIR.
 */
export async function buildOther(
  replaced: readonly { file: string; from: string; to: string }[],
): Promise<string> {
  const clone = mkdtempSync(path.join(tmpdir(), 'billing-console-other-'))
  try {
    copySources(clone)
    copyPackages(clone)
    for (const { file, from, to } of replaced) {
      const text = readFileSync(path.join(clone, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} has no “${from}”.`)
      writeFileSync(path.join(clone, file), text.replaceAll(from, to))
    }
    await promisify(execFile)(process.execPath, ['--eval', build, '--input-type=module'], {
      cwd: clone,
      env: { ...process.env, NEXT_DIST_DIR: undefined },
      maxBuffer: 10_000_000,
    })
    const [made] = globSync('.next-*', { cwd: clone })
    const folder = `.next-other-${process.pid}`
    cpSync(path.join(clone, made!), inRoot(folder), { recursive: true, verbatimSymlinks: true })
    return folder
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}
