import { globSync, lstatSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite, buildStudio } from '../build/builds.ts'
import { withPlaceholders } from '../build/release/placeholders.ts'
import { writeRelease } from '../build/release/write-release.ts'
import { warnOfAccounts } from '../support/announce.ts'
import { main, step } from '../support/progress.ts'
import { loadSettings, readEnvironmentFiles, root } from '../support/settings.ts'

const folder = resolve(root, 'dist/release')

function megabytes(of: string): number {
  const bytes = globSync('**/*', { cwd: of }).reduce((sum, file) => {
    const found = lstatSync(resolve(of, file))
    return found.isFile() ? sum + found.size : sum
  }, 0)
  return Math.round(bytes / 1e6)
}

/** `npm run release`: writes dist/release. With `--without-secrets`, only compiled-in variables must be set. */
await main(async () => {
  const { values } = parseArgs({ options: { 'without-secrets': { type: 'boolean', default: false } } })
  readEnvironmentFiles()
  if (values['without-secrets']) Object.assign(process.env, withPlaceholders(process.env))
  const settings = loadSettings()
  await buildStudio(settings)
  await buildSite(settings)
  await step('Writing the release', () => writeRelease(root, folder))
  if (!values['without-secrets']) warnOfAccounts(settings)
  console.log(
    `✓ ${folder} (${megabytes(folder)} MB). To serve the site, run NODE_ENV=production node server/main.ts in this folder (Node >= 22.18).`,
  )
})
