import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

export default defineConfig({
  root,
  // Next's marker package throws outside a server component bundle; unit tests run server code directly.
  resolve: { alias: { 'server-only': fileURLToPath(new URL('./empty-module.ts', import.meta.url)) } },
  test: {
    include: ['lib/**/*.test.ts', 'components/**/*.test.ts', 'app/**/*.test.ts'],
    setupFiles: ['lib/sandbox/conformance/judge-tests.testing.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
