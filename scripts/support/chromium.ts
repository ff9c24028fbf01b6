import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { canUseApt, installPackages, updatePackageLists } from './apt.ts'
import { run } from './processes.ts'
import { UserError, step } from './progress.ts'
import { type Settings, root } from './settings.ts'

/** Debian's Chromium without windows: a page takes a third of the time that it takes in the whole browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Debian's whole Chromium, which keeps pages for the way back: the one without windows does not. */
const WHOLE = '/usr/bin/chromium'

const SYSTEM_BROWSERS = [WHOLE, '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

const playwrightCli = resolve(root, 'node_modules/@playwright/test/cli.js')

function installed(): string | undefined {
  return [HEADLESS_SHELL, chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path))
}

const install = (name: string) => installPackages(name, 'fonts-liberation')

/** Leaves the browsers as they are where the distribution has none or cannot be reached. */
async function installFromDistribution(): Promise<void> {
  await step('Installing Chromium from the distribution', async () => {
    if (install(basename(HEADLESS_SHELL)) || installed()) return
    updatePackageLists()
    if (!install(basename(HEADLESS_SHELL))) install('chromium')
  })
}

/**
 * The Chromium for browser tests: the distribution's, without windows where there is a package of it, else Playwright's own.
 * @throws {UserError} saying what to install when none can be had.
 */
export async function findChromium({ dataDir }: Pick<Settings, 'dataDir'>): Promise<string> {
  if (!existsSync(HEADLESS_SHELL) && canUseApt()) await installFromDistribution()
  if (!installed()) {
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

/**
 * A Chromium that does all that a visitor's does.
 * @throws {UserError} saying what to install when none can be had.
 */
export async function findWholeChromium(): Promise<string> {
  if (!existsSync(WHOLE) && canUseApt()) {
    await step('Installing the whole Chromium from the distribution', async () => {
      if (install(basename(WHOLE))) return
      updatePackageLists()
      install(basename(WHOLE))
    })
  }
  const found = [...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => existsSync(path))
  if (!found) throw new UserError("No whole Chromium: install your distribution's chromium package.")
  return found
}
