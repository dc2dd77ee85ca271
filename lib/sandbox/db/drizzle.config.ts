import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --config lib/sandbox/db/drizzle.config.ts` writes the next migration from the schema.
export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/sandbox/db/schema.ts',
  out: './lib/sandbox/db/migrations',
})
