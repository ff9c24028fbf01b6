import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { announce } from '../support/announce.ts'
import { stopAll, runUntilStopped } from '../support/processes.ts'
import { UserError, main } from '../support/progress.ts'
import { startLocalServices, startSite } from '../support/services.ts'
import { loadSettings, root } from '../support/settings.ts'

/** `npm run serve`: serves an existing build. */
await main(async () => {
  const settings = loadSettings()
  if (!existsSync(resolve(root, '.next/BUILD_ID')))
    throw new UserError('The site is not built. Run `npm run build` first, or `npm start`.')
  try {
    const services = await startLocalServices(settings)
    services.push(await startSite(settings))
    announce(settings)
    await runUntilStopped(services)
  } finally {
    await stopAll()
  }
})
