import { globSync, lstatSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite, buildStudio } from '../build/builds.ts'
import { buildPlaceholderEnv } from '../build/release/placeholders.ts'
import { writeRelease } from '../build/release/write-release.ts'
import { warnAboutAccounts } from '../support/announce.ts'
import { main, runStep } from '../support/progress.ts'
import { loadSettings, readEnvironmentFiles, root } from '../support/settings.ts'

const folder = resolve(root, 'dist/release')

function measureMegabytes(directory: string): number {
  const bytes = globSync('**/*', { cwd: directory }).reduce((sum, file) => {
    const stats = lstatSync(resolve(directory, file))
    return stats.isFile() ? sum + stats.size : sum
  }, 0)
  return Math.round(bytes / 1e6)
}

/** `npm run release`: writes dist/release. With `--without-secrets`, only compiled-in variables must be set. */
await main(async () => {
  const { values } = parseArgs({ options: { 'without-secrets': { type: 'boolean', default: false } } })
  readEnvironmentFiles()
  if (values['without-secrets']) Object.assign(process.env, buildPlaceholderEnv(process.env))
  const settings = loadSettings()
  await buildStudio(settings)
  await buildSite(settings)
  await runStep('Writing the release', () => writeRelease(root, folder))
  if (!values['without-secrets']) warnAboutAccounts(settings)
  console.log(
    `✓ ${folder} (${measureMegabytes(folder)} MB). To serve the site, run NODE_ENV=production node server/main.ts in this folder (Node >= 22.18).`,
  )
})
