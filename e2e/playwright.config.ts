import { defineConfig } from '@playwright/test'
import { chromiumFlags, foundOnMachine, zoneOfAnotherDay } from '#lib/commands/find-chromium.ts'

const { E2E_REPORT, E2E_TRACE, TEST_LONG, CI } = process.env

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './stack/global-setup.ts',
  // `npm run test:long` also runs tagged tests.
  ...(TEST_LONG ? {} : { grepInvert: /@long/ }),
  workers: 3,
  fullyParallel: true,
  forbidOnly: CI !== undefined,
  // A second try only tells whether a failure depends on the moment: the story counts as failed.
  retries: E2E_REPORT ? 1 : 0,
  // These limits find what hangs, never what is slow: a shared machine may be twenty times slower
  // for a minute.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [
    ['list'],
    ...(E2E_REPORT
      ? [['json', { outputFile: E2E_REPORT }] as ['json', { outputFile: string }]]
      : []),
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: zoneOfAnotherDay('UTC'),
    colorScheme: 'light',
    // A trace slows every test down: E2E_TRACE=1 records one for each failing test.
    trace: E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: foundOnMachine(),
      args: chromiumFlags,
    },
  },
})
