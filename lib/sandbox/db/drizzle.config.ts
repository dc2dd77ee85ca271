import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --config lib/sandbox/db/drizzle.config.ts` writes the next migration
// from the schema. It compares with the newest snapshot in migrations/meta: the one before is
// deleted then.
export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/sandbox/db/schema.ts',
  out: './lib/sandbox/db/migrations',
})
