import { installedPostgres } from '../../packages/postgres/tests/postgres-servers.ts'
import { canUseApt, installPackages, updatePackageLists } from './apt.ts'
import { step } from './progress.ts'

/**
 * Installs a real PostgreSQL for the tests of the database, which also run on the local one, where that can be done; where it
 * cannot, says that they run on the local one only.
 */
export async function prepareRealPostgres(): Promise<void> {
  if (!installedPostgres() && canUseApt()) {
    await step('Installing PostgreSQL from the distribution', async () => {
      if (installPackages('postgresql')) return
      updatePackageLists()
      installPackages('postgresql')
    })
  }
  if (installedPostgres()) return
  console.log(
    '! There is no PostgreSQL on this machine: tests of the database are skipped on a real one, and run on the',
  )
  console.log('  local one only. Install the package postgresql to run them on both.')
}
