import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findInstalledPostgres, type RunningPostgres, startRealPostgres } from '@ductwise/postgres/testing'
import { stopAll } from '../../../scripts/support/processes.ts'
import { startLocalServices } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'
import { prepareRelease } from '../../support/stack/stack.ts'

const DATA_FOLDERS = ['content-lake', 'postgres', 'mail', 'clerk', 'voice', 'systems']

/** Starts the local stand-ins for hosted services, PostgreSQL with the sample company, and the release. */
export async function setup(): Promise<() => Promise<void>> {
  for (const data of DATA_FOLDERS) rmSync(resolve(stack.dataDir, data), { recursive: true, force: true })
  const programs = findInstalledPostgres()
  let postgres: RunningPostgres | undefined
  const stop = async () => {
    await stopAll()
    await postgres?.close()
  }
  try {
    if (programs) postgres = await startRealPostgres(programs, stack.postgresPort)
    await startLocalServices(stack, { hasPostgres: postgres !== undefined })
    await prepareRelease()
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
