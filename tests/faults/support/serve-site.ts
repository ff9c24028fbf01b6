import { stopAll, runUntilStopped } from '../../../scripts/support/processes.ts'
import { main } from '../../../scripts/support/progress.ts'
import { startLocalServices, startSite } from '../../../scripts/support/services.ts'
import { deriveSettings } from '../../../scripts/support/settings.ts'

/* Runs `npm run serve` for another release, with its ports and data folder passed as JSON. */
const { siteDir, ...overrides } = JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof deriveSettings>[1] & {
  siteDir: string
}

await main(async () => {
  const siteSettings = deriveSettings({}, overrides)
  try {
    const services = await startLocalServices(siteSettings, { siteDir })
    services.push(await startSite(siteSettings, siteDir))
    process.stdout.write('everything runs\n')
    await runUntilStopped(services)
  } finally {
    await stopAll()
  }
})
