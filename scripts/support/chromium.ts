import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { run } from './processes.ts'
import { UserError, step } from './progress.ts'
import { type Settings, root } from './settings.ts'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

const playwrightCli = resolve(root, 'node_modules/@playwright/test/cli.js')

function installed(): string | undefined {
  return [chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path))
}

/** True when the package manager of a Debian may be used without a password. */
function canUseApt(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

function apt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}

/**
 * The Chromium for browser tests: Playwright's own, else the system's, else the distribution's package, else Playwright's download.
 * @throws {UserError} saying what to install when none can be had.
 */
export async function findChromium({ dataDir }: Pick<Settings, 'dataDir'>): Promise<string> {
  const present = installed()
  if (present) return present
  if (canUseApt()) {
    await step('Installing Chromium from the distribution (about a minute)', async () => {
      apt('update')
      apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation')
    })
  } else {
    await step('Downloading Chromium for Playwright', () =>
      run({
        name: 'The download of Chromium',
        args: [playwrightCli, 'install', 'chromium'],
        logFile: resolve(dataDir, 'logs/chromium.log'),
      }),
    )
  }
  const found = installed()
  if (!found)
    throw new UserError(
      "No Chromium for the browser tests: install your distribution's chromium package and run the command again.",
    )
  return found
}
