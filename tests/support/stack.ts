import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildSite, buildStudio } from '../../scripts/support/builds.ts'
import { type Service, stopAll } from '../../scripts/support/processes.ts'
import { startLocalServices, startSite } from '../../scripts/support/services.ts'
import { loadSettings, root } from '../../scripts/support/settings.ts'
import { stack } from './addresses.ts'

/** Folder of the site under test, with everything it stores. */
export const release = resolve(stack.dataDir, 'release')

/** Holds the process id of the site under test. */
export const pidFile = resolve(stack.dataDir, 'site.pid')

/**
 * The site as it would be deployed: a copy of the build in a folder of its own, with a Studio that knows the test addresses.
 * What pages the tests make Next store stays in there.
 */
async function prepareRelease(): Promise<void> {
  await buildSite(loadSettings())
  rmSync(release, { recursive: true, force: true })
  for (const path of [
    '.next',
    'package.json',
    'next.config.ts',
    'instrumentation.ts',
    'lib',
    'sanity',
    'tsconfig.json',
  ]) {
    cpSync(resolve(root, path), resolve(release, path), {
      recursive: true,
      filter: (source) => !source.includes('.next/cache') && !source.includes('.next/dev'),
    })
  }
  const publicFiles = resolve(root, 'public')
  if (existsSync(publicFiles)) {
    cpSync(publicFiles, resolve(release, 'public'), {
      recursive: true,
      filter: (source) => source !== resolve(publicFiles, 'studio'),
    })
  }
  symlinkSync(resolve(root, 'node_modules'), resolve(release, 'node_modules'))
  const studio = resolve(stack.dataDir, 'studio')
  await buildStudio(stack, studio)
  cpSync(studio, resolve(release, 'public/studio'), { recursive: true })
}

/** Starts a freshly seeded lake, an empty Postgres, a Clerk with the sample accounts and the release; returns what ends them. */
export async function startStack(): Promise<{ services: Service[]; stop: () => Promise<void> }> {
  for (const data of ['content-lake', 'postgres', 'outbox', 'clerk', 'clerk-outbox']) {
    rmSync(resolve(stack.dataDir, data), { recursive: true, force: true })
  }
  await prepareRelease()
  try {
    const services = await startLocalServices(stack)
    const site = await startSite(stack, release)
    services.push(site)
    writeFileSync(pidFile, String(site.child.pid))
    return { services, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}
