/** The rules of axe that every page keeps. */
export const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds, with the elements, one line a rule. `look` first waits until nothing fades. Text
 * that began to fade while axe looked stands at the next look.
 */
export async function violationsOf(
  look: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>,
): Promise<string[]> {
  let { violations } = await look()
  if (violations.length > 0) ({ violations } = await look())
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * Runs in the page: how much fades there. A spinner never stops; fading text has a different
 * contrast than it will have.
 */
export function countFading(): number {
  return document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length
}
