import { findInstalledPostgres } from '../../packages/postgres/tests/postgres-servers.ts'
import { canUseApt, installLatest } from '../../scripts/support/apt.ts'
import { runStep } from '../../scripts/support/progress.ts'

/** Installs PostgreSQL for database tests. Without it, they run only on the local server. */
export async function prepareRealPostgres(): Promise<void> {
  if (!findInstalledPostgres() && canUseApt()) {
    await runStep('Installing PostgreSQL from the distribution', async () => installLatest('postgresql'))
  }
  if (findInstalledPostgres()) return
  process.stdout.write(
    `! There is no PostgreSQL on this machine: tests of the database run on the local one only.
  Install the package postgresql to run them on both.\n`,
  )
}
