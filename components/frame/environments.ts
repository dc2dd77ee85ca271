import type { Tone } from '#components/ui/tone.ts'

/** The name and the style of each kind of partner, for the strip and the settings. */
export const environments = {
  production: { word: 'Production', tone: 'red', strip: 'border-red/25 bg-red-tint text-red' },
  staging: { word: 'Staging', tone: 'blue', strip: 'border-blue/25 bg-blue-tint text-blue' },
  sandbox: { word: 'Sandbox', tone: 'amber', strip: 'border-amber/25 bg-amber-tint text-amber' },
  local: { word: 'Local', tone: 'grey', strip: 'border-line-strong bg-hover text-ink-2' },
} as const satisfies { [environment: string]: { word: string; tone: Tone; strip: string } }

export type Environment = keyof typeof environments
