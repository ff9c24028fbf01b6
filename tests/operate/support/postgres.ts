import { installedPostgres, type RunningPostgres, startRealPostgres } from '@ductwise/postgres/testing'

/** Starts an empty system PostgreSQL on its own port. @throws when none is installed */
export async function startOperatePostgres(): Promise<RunningPostgres> {
  const programs = installedPostgres()
  if (!programs) throw new Error('There is no PostgreSQL on this machine: install the package postgresql.')
  return startRealPostgres(programs)
}
