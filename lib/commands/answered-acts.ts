import type { Plugin } from 'vitest/config'

const acts = /^export (?:const|async function) (\w+)(?: =\s*(readAct)\b)?/gm

/**
 * Replaces each file of server actions by acts that a test answers
 * (components/testing/answers.testing.ts), as Next replaces them by requests.
 */
export function answeredActs(): Plugin {
  return {
    name: 'answered-acts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || !code.startsWith("'use server'")) return undefined
      return [
        `import { read, write } from '#components/testing/answers.testing.ts'`,
        ...[...code.matchAll(acts)].map(
          ([, name, reads]) => `export const ${name} = ${reads ? 'read' : 'write'}('${name}')`,
        ),
      ].join('\n')
    },
  }
}
