import { warnAboutAccounts } from '../support/announce.ts'
import { buildSite, buildStudio } from '../build/builds.ts'
import { main } from '../support/progress.ts'
import { loadSettings } from '../support/settings.ts'

/** `npm run build`: builds the Studio, then the site. Needs no running service. */
await main(async () => {
  const settings = loadSettings()
  await buildStudio(settings)
  await buildSite(settings)
  warnAboutAccounts(settings)
  console.log('✓ Built. Start the site with `npm run serve`.')
})
