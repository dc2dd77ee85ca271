import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '#lib/commands/shell.ts'

type Lock = {
  packages: {
    [place: string]: { version?: string; license?: string; dev?: true; optional?: true }
  }
}

/**
 * The licences of the packages from which the console is built, as one text: most ask that a copy of
 * the software has theirs, and a build removes it. Equal texts stand once, under all their packages;
 * those without a text come first.
 */
export function licencesOfPackages(): string {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as Lock
  const shipped = Object.entries(packages).filter(
    ([place, { dev, optional }]) =>
      place && !dev && (!optional || isRuntime(place)) && existsSync(inRoot(place)),
  )
  const named = shipped.map(([place, { version = '', license = 'licence unknown' }]) => ({
    name: `${place.replace(/^.*node_modules\//, '')} ${version} (${license})`,
    text: textsIn(inRoot(place)),
  }))
  const parts = [...Map.groupBy(named, ({ text }) => text)].toSorted(
    ([a], [b]) => a.length - b.length,
  )
  return parts
    .map(([text, all]) => `${all.map(({ name }) => name).join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const isRuntime = (place: string) => /^node_modules\/node-\w+-\w+$/.test(place)

function textsIn(folder: string): string {
  return readdirSync(folder)
    .filter((file) => /^(licen[sc]e|notice|copying)(\.(md|txt))?$/i.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
    .join('\n\n')
}
