import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { answeredActs } from './answered-acts.ts'
import { chromiumFlags, foundOnMachine, zoneOfAnotherDay } from './find-chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const tests = ['lib/**/*.test.ts', 'components/**/*.test.ts', 'app/**/*.test.ts']
// A mocked module must be loaded again, so these files have their own process.
const mocking = globSync(tests, { cwd: root }).filter((path) =>
  readFileSync(file(path), 'utf8').includes('vi.mock('),
)

const shared = {
  setupFiles: ['lib/sandbox/conformance/judge-tests.testing.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
  pool: 'forks' as const,
  // A busy machine is slow: a test that waits, waits for long.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  root,
  // Next's marker package throws outside a server component bundle; unit tests run server code
  // directly.
  resolve: {
    alias: {
      'server-only': file('lib/commands/empty-module.ts'),
      'next/headers': file('lib/console/test-request.ts'),
    },
  },
  test: {
    // Most of them wait for a database, so two processors are at work with four.
    maxWorkers: 4,
    globalSetup: 'lib/core/test-cluster.testing.ts',
    projects: [
      // The files of a worker share modules and the databases that are copied.
      {
        extends: true,
        test: { ...shared, name: 'shared', include: tests, exclude: mocking, isolate: false },
      },
      { extends: true, test: { ...shared, name: 'mocking', include: mocking } },
      // Components in Chromium, with our CSS. The server's acts are answered by the test.
      {
        plugins: [answeredActs(), react(), tailwindcss()],
        define: { 'process.env.NODE_ENV': '"test"' },
        resolve: {
          alias: {
            'server-only': file('lib/commands/empty-module.ts'),
            'next/dynamic': 'next/dist/shared/lib/app-dynamic',
          },
        },
        optimizeDeps: {
          entries: ['components/**/*.tsx'],
          include: ['axe-core'],
          exclude: ['pg', 'pino'],
        },
        test: {
          name: 'browser',
          include: ['components/**/*.browser.test.tsx'],
          setupFiles: ['components/testing/set-up.testing.tsx'],
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: foundOnMachine(), args: chromiumFlags },
              contextOptions: {
                locale: 'en-US',
                timezoneId: zoneOfAnotherDay('America/New_York'),
                colorScheme: 'light',
              },
            }),
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
