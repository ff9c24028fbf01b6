import { spawnSync } from 'node:child_process'

/** Returns whether apt can install packages: on Debian, as root. */
export function canUseApt(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

function runApt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    stdio: 'ignore',
    // Runlevel 1 prevents packages from starting their services.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
  return status === 0
}

/** Installs packages. @returns false if a package is missing or the repository is unreachable */
export const installPackages = (...names: string[]): boolean =>
  runApt('install', '-y', '--no-install-recommends', ...names)

export function installLatest(...names: string[]): boolean {
  if (installPackages(...names)) return true
  updatePackageLists()
  return installPackages(...names)
}

export const updatePackageLists = (): boolean => runApt('update')
