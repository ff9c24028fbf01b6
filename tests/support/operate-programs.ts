import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findInstalledPostgres } from '../../packages/postgres/tests/postgres-servers.ts'
import { canUseApt, installLatest } from '../../scripts/support/apt.ts'
import { runStep, UserError } from '../../scripts/support/progress.ts'

const PROGRAMS = {
  varnishd: ['varnish', 'varnish-modules'],
  nginx: ['nginx-light', 'openssl'],
  pgbouncer: ['pgbouncer'],
  postgres: ['postgresql'],
} as const

export type OperateProgram = keyof typeof PROGRAMS

const names = Object.keys(PROGRAMS) as OperateProgram[]

/** Returns whether a program is installed. Debian installs servers outside a user's PATH. */
export function hasProgram(name: OperateProgram): boolean {
  if (name === 'postgres') return findInstalledPostgres() !== undefined
  return existsSync(`/usr/sbin/${name}`) || spawnSync('which', [name]).status === 0
}

/**
 * Installs programs for the operate tests. If that fails, those tests are skipped with a message.
 * @throws {UserError} in CI, where no test may be skipped
 */
export async function prepareOperatePrograms(): Promise<void> {
  const missingPackages = names.filter((name) => !hasProgram(name)).flatMap((name) => PROGRAMS[name])
  if (missingPackages.length > 0 && canUseApt()) {
    await runStep(`Installing ${missingPackages.join(', ')} from the distribution`, async () =>
      installLatest(...missingPackages),
    )
  }
  const missing = names.filter((name) => !hasProgram(name))
  if (missing.length === 0) return
  if (process.env.CI) throw new UserError(`Missing in CI: ${missing.join(', ')}. Nothing is skipped here.`)
  process.stdout.write(
    `! Missing on this machine: ${missing.join(', ')}. Tests that need them are skipped.
  Install the packages ${missing.flatMap((name) => PROGRAMS[name]).join(', ')} to run them.\n`,
  )
}
