import { defineConfig } from 'drizzle-kit'

/** `node_modules/.bin/drizzle-kit generate --name <what>` writes the migration for a change of the schema. */
export default defineConfig({ dialect: 'postgresql', schema: './lib/db/schema', out: './lib/db/migrations' })
