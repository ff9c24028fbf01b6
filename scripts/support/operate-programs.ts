import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installedPostgres } from '../../packages/postgres/tests/postgres-servers.ts'
import { canUseApt, installPackages, updatePackageLists } from './apt.ts'
import { step, UserError } from './progress.ts'

/** Programs of Debian that the site is operated with, and the packages that bring them. */
const PROGRAMS = {
  varnishd: ['varnish', 'varnish-modules'],
  nginx: ['nginx-light', 'openssl'],
  pgbouncer: ['pgbouncer'],
  postgres: ['postgresql'],
} as const

export type OperateProgram = keyof typeof PROGRAMS

const names = Object.keys(PROGRAMS) as OperateProgram[]

/** Whether a program is installed; Debian puts servers into folders that are not on everybody's PATH. */
export function hasProgram(name: OperateProgram): boolean {
  if (name === 'postgres') return installedPostgres() !== undefined
  return existsSync(`/usr/sbin/${name}`) || spawnSync('which', [name]).status === 0
}

/**
 * Installs what the operate tests run against. Where that cannot be done, their tests are skipped, which is said here.
 * @throws {UserError} in CI, where nothing may be skipped
 */
export async function prepareOperatePrograms(): Promise<void> {
  const wanted = names.filter((name) => !hasProgram(name)).flatMap((name) => PROGRAMS[name])
  if (wanted.length > 0 && canUseApt()) {
    await step(`Installing ${wanted.join(', ')} from the distribution`, async () => {
      if (installPackages(...wanted)) return
      updatePackageLists()
      installPackages(...wanted)
    })
  }
  const missing = names.filter((name) => !hasProgram(name))
  if (missing.length === 0) return
  if (process.env.CI) throw new UserError(`Missing in CI: ${missing.join(', ')}. Nothing is skipped here.`)
  console.log(`! Missing on this machine: ${missing.join(', ')}. Tests that need them are skipped.`)
  console.log(`  Install the packages ${missing.flatMap((name) => PROGRAMS[name]).join(', ')} to run them.`)
}
