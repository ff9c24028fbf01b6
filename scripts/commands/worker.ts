import { main } from '../support/progress.ts'
import { siteProcess, siteVariables } from '../support/services.ts'
import { loadSettings } from '../support/settings.ts'

/** `npm run worker`: runs background jobs for a site started with JOBS=worker. */
await main(async () => {
  Object.assign(process.env, siteVariables(loadSettings()), siteProcess)
  await import('../../server/worker.ts')
})
