import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { canUseApt, installLatest, installPackages, updatePackageLists } from './apt.ts'
import { run } from './processes.ts'
import { UserError, runStep } from './progress.ts'
import { type Settings, root } from './settings.ts'

/** Debian's headless shell, which loads pages three times faster than the full browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Debian's full Chromium, because the headless shell has no back/forward cache. */
const FULL_CHROMIUM = '/usr/bin/chromium'

const SYSTEM_BROWSERS = [FULL_CHROMIUM, '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

const playwrightCli = resolve(root, 'node_modules/@playwright/test/cli.js')

function findInstalledChromium(): string | undefined {
  return [HEADLESS_SHELL, chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path))
}

const FONTS_PACKAGE = 'fonts-liberation'

const installWithFonts = (name: string) => installPackages(name, FONTS_PACKAGE)

/** Installs Chromium with apt. Keeps the installed browsers if the repository has none or is unreachable. */
async function installFromDistribution(): Promise<void> {
  await runStep('Installing Chromium with apt', async () => {
    if (installWithFonts(basename(HEADLESS_SHELL)) || findInstalledChromium()) return
    updatePackageLists()
    if (!installWithFonts(basename(HEADLESS_SHELL))) installWithFonts('chromium')
  })
}

/**
 * Returns Debian's headless shell if available, or else Playwright's Chromium.
 * @throws {UserError} with the package to install
 */
export async function findChromium({ dataDir }: Pick<Settings, 'dataDir'>): Promise<string> {
  if (!existsSync(HEADLESS_SHELL) && canUseApt()) await installFromDistribution()
  if (!findInstalledChromium()) {
    await runStep('Downloading Chromium for Playwright', () =>
      run({
        name: 'Chromium download',
        args: [playwrightCli, 'install', 'chromium'],
        logFile: resolve(dataDir, 'logs/chromium.log'),
      }),
    )
  }
  const executable = findInstalledChromium()
  if (!executable)
    throw new UserError(
      "Chromium for the browser tests is missing: install your distribution's chromium package and run the command again.",
    )
  return executable
}

/** Returns the path of the full Chromium. @throws {UserError} with the package to install */
export async function findFullChromium(): Promise<string> {
  if (!existsSync(FULL_CHROMIUM) && canUseApt()) {
    await runStep('Installing full Chromium with apt', async () =>
      installLatest(basename(FULL_CHROMIUM), FONTS_PACKAGE),
    )
  }
  const executable = [...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => existsSync(path))
  if (!executable) throw new UserError("Full Chromium is missing: install your distribution's chromium package.")
  return executable
}
