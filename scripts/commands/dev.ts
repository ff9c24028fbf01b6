import { announce } from '../support/announce.ts'
import { watchBrowserBundles, writeBrowserBundles } from '../build/browser-bundles.ts'
import { buildFonts } from '../build/builds.ts'
import { stopAll, runUntilStopped } from '../support/processes.ts'
import { main } from '../support/progress.ts'
import { startDevServers, startLocalServices } from '../support/services.ts'
import { loadSettings } from '../support/settings.ts'

/** `npm run dev`: starts site and Studio with hot reload. */
await main(async () => {
  const settings = loadSettings()
  try {
    const services = await startLocalServices(settings)
    await buildFonts(settings)
    await writeBrowserBundles()
    watchBrowserBundles()
    services.push(...(await startDevServers(settings)))
    announce(settings, `http://localhost:${settings.studioPort}/studio/`)
    await runUntilStopped(services)
  } finally {
    await stopAll()
  }
})
