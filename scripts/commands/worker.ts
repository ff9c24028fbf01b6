import { main } from '../support/progress.ts'
import { siteProcessEnv, buildSiteVariables } from '../support/services.ts'
import { loadSettings } from '../support/settings.ts'

/** `npm run worker`: runs background jobs for a site started with JOBS=worker. */
await main(async () => {
  Object.assign(process.env, buildSiteVariables(loadSettings()), siteProcessEnv)
  await import('../../server/worker.ts')
})
