import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    environment: 'node',
    // Tests that read the environment set what they are about; these two say nothing about it.
    env: {
      DATABASE_URL: 'postgres://local:local-password@127.0.0.1:9/postgres',
      CONTACT_SECRET: 'local-contact-secret-000000000000000000',
    },
    include: ['tests/{unit,contract,invariants}/**/*.test.{ts,tsx}', 'packages/*/tests/**/*.test.ts'],
    // As for the browser tests: a laptop shows every wobble, a change is let in with it and names it.
    retry: process.env.CI ? 1 : 0,
    // Many wait for a server of theirs to start or for a deadline, so more of them run at once than there are cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
})
