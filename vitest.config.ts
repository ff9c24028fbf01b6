import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Test files share a worker and its loaded packages. The setup file resets the state before each file. */
const sharedWorkerOptions = {
  isolate: false,
  setupFiles: ['tests/support/fresh-state.ts', 'tests/support/no-network.ts'],
}

/**
 * Tests that are too slow for `npm test`. They fuzz every operation, build an app, stop a database, or try every
 * content field.
 */
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
  // Aliases as in tsconfig.json. Packages run from their sources, so that tests need no build.
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
    // Required variables with placeholder values. Tests that read the environment set the variables that they need.
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
          ...sharedWorkerOptions,
          setupFiles: [...sharedWorkerOptions.setupFiles, 'tests/support/clerk-account.ts'],
        },
      },
      ...[
        { name: 'contract', include: ['tests/contract/**/*.test.ts'], exclude: SLOW_TESTS },
        { name: 'slow', include: SLOW_TESTS },
      ].map((files) => ({
        extends: true as const,
        test: { ...files, globalSetup: 'tests/support/shared-postgres.ts', ...sharedWorkerOptions },
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
    // In CI, a failed test runs a second time, and the report names it if it then passes. Locally it fails immediately.
    retry: process.env.CI ? 1 : 0,
    // Many tests wait for a server or a deadline, so more tests run in parallel than there are cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // The timeout ends only hanging tests, because a busy machine can be ten times slower than an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 10, timeout: 15_000 } },
    passWithNoTests: false,
  },
})
