import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { prepareTemplate } from '../../../packages/postgres/index.ts'
import {
  findInstalledPostgres,
  type RunningPostgres,
  startRealPostgres,
} from '../../../packages/postgres/tests/postgres-servers.ts'
import { buildSite, buildStudio } from '../../../scripts/build/builds.ts'
import { createBuildFilter } from '../../../scripts/build/release/built-files.ts'
import { type Service, stopAll } from '../../../scripts/support/processes.ts'
import { startLocalServices, startSite } from '../../../scripts/support/services.ts'
import { loadSettings, root } from '../../../scripts/support/settings.ts'
import { stack } from './addresses.ts'

export const release = resolve(stack.dataDir, 'release')

export const pidFile = resolve(stack.dataDir, 'site.pid')

/** Builds and copies the release as deployed, with a Studio for the test URLs. Next writes its caches into the copy. */
export async function prepareRelease(): Promise<void> {
  await buildSite(loadSettings())
  const filter = createBuildFilter(root)
  rmSync(release, { recursive: true, force: true })
  for (const path of [
    '.next',
    'package.json',
    'next.config.ts',
    'instrumentation.ts',
    'jobs.ts',
    'lib',
    'sanity',
    'server',
    'tsconfig.json',
  ]) {
    cpSync(resolve(root, path), resolve(release, path), { recursive: true, filter })
  }
  const publicFiles = resolve(root, 'public')
  if (existsSync(publicFiles)) {
    cpSync(publicFiles, resolve(release, 'public'), {
      recursive: true,
      filter: (source) => source !== resolve(publicFiles, 'studio'),
    })
  }
  symlinkSync(resolve(root, 'node_modules'), resolve(release, 'node_modules'))
  // Stacks without Studio tests skip the Studio, because one folder cannot run two Studio builds at the same time.
  if (process.env.TEST_STUDIO === 'off') return
  const studio = resolve(stack.dataDir, 'studio')
  await buildStudio(stack, studio)
  cpSync(studio, resolve(release, 'public/studio'), { recursive: true })
}

/**
 * Starts an installed PostgreSQL for the account tests. They query most, and it needs a quarter of the CPU of the local
 * one.
 */
async function startInstalledPostgres(): Promise<RunningPostgres | undefined> {
  const programs = process.env.TEST_POSTGRES === 'installed' ? findInstalledPostgres() : undefined
  return programs === undefined ? undefined : startRealPostgres(programs, stack.postgresPort)
}

/** Starts all services and the site. @returns a function that stops them */
export async function startStack(): Promise<{ services: Service[]; stop: () => Promise<void> }> {
  for (const data of ['content-lake', 'postgres', 'mail', 'clerk', 'voice', 'systems']) {
    rmSync(resolve(stack.dataDir, data), { recursive: true, force: true })
  }
  await prepareTemplate(resolve(root, '.data/test'))
  const installedServer = await startInstalledPostgres()
  const stop = async () => {
    await stopAll()
    await installedServer?.close()
  }
  try {
    const [services] = await Promise.all([
      startLocalServices(stack, { hasPostgres: installedServer !== undefined }),
      prepareRelease(),
    ])
    // Lets tests/support/stack/live-memory.ts open the inspector on any free port.
    const site = await startSite({ ...stack, site: { ...stack.site, NODE_OPTIONS: '--inspect-port=0' } }, release)
    services.push(site)
    writeFileSync(pidFile, String(site.child.pid))
    return { services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
