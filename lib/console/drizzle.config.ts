import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --config lib/console/drizzle.config.ts` writes the next migration from the schema.
export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/console/schema.ts',
  out: './lib/console/migrations',
})
