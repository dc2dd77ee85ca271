import path from 'node:path'
import { buildFolder, buildWhenStale } from './build.ts'
import { bytesIn, makeRelease, releaseName } from './release/make-release.ts'
import { inRoot, say, sayStep } from './shell.ts'

/** `npm run release` after installation: builds, and makes the folder of the release. */
async function release(): Promise<void> {
  if (!(await buildWhenStale())) throw new Error('The build failed; its output is above.')
  sayStep('Making the release…')
  const folder = inRoot('.release', releaseName)
  await makeRelease(buildFolder(), folder)
  say(`${path.relative('.', folder)}: ${Math.ceil(bytesIn(folder) / 1e6)} MB.`)
  say('It starts with bin/console start; its operate.md says what that needs.')
}

await release()
