import { readFileSync } from 'node:fs'
import { checkDependencies } from './check-dependencies.ts'
import { checkFloors } from './check-floors.ts'
import { checkHashes, checkInstall } from './check-lockfile.ts'
import { checkActs, checkImports, checkLinks, checkWords } from './check-sources.ts'
import { readEverything, readSources } from './source-files.ts'
import { inRoot, root, say } from '#lib/commands/shell.ts'

const readJson = (name: string) => JSON.parse(readFileSync(inRoot(name), 'utf8'))
const sources = readSources()
const everything = readEverything()

const complaints = [
  ...checkImports(sources),
  ...checkLinks(sources),
  ...checkActs(sources),
  ...checkWords(everything),
  ...checkDependencies(readJson('package.json'), everything),
  ...checkFloors(readJson('package-lock.json')),
  ...checkHashes(readJson('package-lock.json')),
  ...(await checkInstall(root)),
]
for (const complaint of complaints) say(complaint)
say(
  complaints.length === 0
    ? `House rules hold in ${sources.length} files.`
    : `${complaints.length} house rules broken.`,
)
process.exitCode = complaints.length === 0 ? 0 : 1
