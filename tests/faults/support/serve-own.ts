import { stopAll, runUntilStopped } from '../../../scripts/support/processes.ts'
import { main } from '../../../scripts/support/progress.ts'
import { startLocalServices, startSite } from '../../../scripts/support/services.ts'
import { settings } from '../../../scripts/support/settings.ts'

/* Runs `npm run serve` for another release, with its ports and data folder passed as JSON. */
const { siteDir, ...overrides } = JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof settings>[1] & {
  siteDir: string
}

await main(async () => {
  const ownSettings = settings({}, overrides)
  try {
    const services = await startLocalServices(ownSettings, { siteDir })
    services.push(await startSite(ownSettings, siteDir))
    process.stdout.write('everything runs\n')
    await runUntilStopped(services)
  } finally {
    await stopAll()
  }
})
