import { readFileSync } from 'node:fs'

const line = /^- `([a-z0-9]+(?:-[a-z0-9]+)+)`: (\S.*)$/gm

/** The assumptions of FIDELITY.md by their keys, in the order of the file. */
export function fidelityNotes(): Map<string, string> {
  const text = readFileSync(new URL('../FIDELITY.md', import.meta.url), 'utf8')
  return new Map([...text.matchAll(line)].map((match) => [match[1]!, match[2]!]))
}
