import { spawnSync } from 'node:child_process'

/** True when the package manager of a Debian may be used without a password. */
export function canUseApt(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

function apt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    stdio: 'ignore',
    // At this run level a package installs its service without starting it.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
  return status === 0
}

/** Installs packages of the distribution. @returns false where it has none of that name, or cannot be reached */
export const installPackages = (...names: string[]): boolean =>
  apt('install', '-y', '--no-install-recommends', ...names)

/** Asks the distribution which packages there are. */
export const updatePackageLists = (): boolean => apt('update')
