import { buildSite, buildStudio } from '../build/builds.ts'
import { announce } from '../support/announce.ts'
import { stopAll, runUntilStopped } from '../support/processes.ts'
import { main } from '../support/progress.ts'
import { startLocalServices, startSite } from '../support/services.ts'
import { loadSettings } from '../support/settings.ts'

/** `npm start`: builds if needed and starts everything. */
await main(async () => {
  const settings = loadSettings()
  try {
    const services = await startLocalServices(settings)
    await buildStudio(settings)
    await buildSite(settings)
    services.push(await startSite(settings))
    announce(settings)
    await runUntilStopped(services)
  } finally {
    await stopAll()
  }
})
