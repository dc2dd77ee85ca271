import { say, sayStep } from './say.ts'
import { testSteps } from './test-steps.ts'

/**
 * `npm test`: every step runs even when an earlier one failed, and the last line counts all of them.
 * Names of steps as arguments (`npm test -- types unit`) run only those.
 */
async function runTests(names: string[]): Promise<void> {
  const chosen = testSteps.filter((step) => names.length === 0 || names.includes(step.name))
  const total = { passed: 0, failed: 0 }
  const failed: string[] = []
  for (const [index, step] of chosen.entries()) {
    sayStep(`${index + 1}/${chosen.length} ${step.title}`)
    const counts = await step.run()
    total.passed += counts.passed
    total.failed += counts.failed
    if (counts.failed > 0) failed.push(`${step.title} (${counts.failed})`)
    say(`${step.title}: ${counts.failed === 0 ? `all good (${counts.passed})` : `${counts.failed} bad`}`)
  }
  if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`)
  say(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

await runTests(process.argv.slice(2))
