/** The colours of states. A word or an icon always accompanies the colour. */
export type Tone = 'grey' | 'red' | 'amber' | 'green' | 'violet' | 'blue' | 'accent'

/** Text and tint of each tone. */
export const toneStyle: Record<Tone, string> = {
  grey: 'bg-grey-tint text-ink-2',
  red: 'bg-red-tint text-red',
  amber: 'bg-amber-tint text-amber',
  green: 'bg-green-tint text-green',
  violet: 'bg-violet-tint text-violet',
  blue: 'bg-blue-tint text-blue',
  accent: 'bg-accent-tint text-accent',
}
