import { findInstalledPostgres, type RunningPostgres, startRealPostgres } from '@ductwise/postgres/testing'

/** Starts an empty PostgreSQL server on a free port. @throws if PostgreSQL is not installed */
export async function startOperatePostgres(): Promise<RunningPostgres> {
  const programs = findInstalledPostgres()
  if (!programs) throw new Error('There is no PostgreSQL on this machine: install the package postgresql.')
  return startRealPostgres(programs)
}
