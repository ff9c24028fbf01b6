import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Files share a worker and the packages it has loaded; the set-up file gives each its own state. */
const sharesWorkers = { isolate: false, setupFiles: ['tests/support/fresh-state.ts', 'tests/support/no-network.ts'] }

/** Too long for `npm test`: they fuzz every operation, build an app, stop a database, or try every field of the content. */
const SLOW_TESTS = [
  ...[
    'alerts-delivery',
    'api-fuzz',
    'api-outage',
    'changes',
    'database-deadline',
    'database-migrations',
    'database-pool',
    'launcher',
    'launcher-seed',
    'local-systems',
    'next-page-cache',
    'shared-tags',
    'today-numbers',
  ].map((name) => `tests/contract/${name}.test.ts`),
  'tests/unit/content/tags.test.ts',
  'tests/unit/seed/import.test.ts',
  'tests/unit/server/uncaught-exception.test.ts',
]

export default defineConfig({
  // As in tsconfig.json: packages are run from their sources here, and need no build.
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      { find: '@ductwise/postgres/testing', replacement: `${root}packages/postgres/tests/postgres-servers.ts` },
      { find: /^@ductwise\/([\w-]+)$/, replacement: `${root}packages/$1/index.ts` },
    ],
  },
  test: {
    environment: 'node',
    globalSetup: 'tests/support/before-all.ts',
    // Tests that read the environment set what they are about; these two say nothing about it.
    env: {
      DATABASE_URL: 'postgres://local:local-password@127.0.0.1:9/postgres',
      CONTACT_SECRET: 'local-contact-secret-000000000000000000',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{unit,invariants}/**/*.test.{ts,tsx}'],
          exclude: SLOW_TESTS,
          ...sharesWorkers,
          setupFiles: [...sharesWorkers.setupFiles, 'tests/support/clerk-account.ts'],
        },
      },
      ...[
        { name: 'contract', include: ['tests/contract/**/*.test.ts'], exclude: SLOW_TESTS },
        { name: 'slow', include: SLOW_TESTS },
      ].map((files) => ({
        extends: true as const,
        test: { ...files, globalSetup: 'tests/support/shared-postgres.ts', ...sharesWorkers },
      })),
      { extends: true, test: { name: 'packages', include: ['packages/*/tests/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'operate',
          include: ['tests/operate/**/*.test.ts'],
          globalSetup: 'tests/operate/support/services.ts',
        },
      },
      ...(['attacks', 'faults', 'load'] as const).map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`tests/${name}/**/*.test.ts`],
          globalSetup: 'tests/support/services.ts',
        },
      })),
    ],
    // A test that fails in CI runs a second time, and is named when it then passes; on a laptop it fails at once.
    retry: process.env.CI ? 1 : 0,
    // Many wait for a server of theirs to start or for a deadline, so more of them run at once than there are cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Only what hangs is ended: a busy machine can be ten times slower than a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 10, timeout: 15_000 } },
    passWithNoTests: false,
  },
})
