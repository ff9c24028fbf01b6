import { siteProcess, siteServer } from '../../../scripts/build/builds.ts'
import { type Service, requireFreePort, serve, stop } from '../../../scripts/support/processes.ts'
import { siteVariables } from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { release } from './stack.ts'

/** One for each worker of Playwright, which run side by side. */
const PORT = stack.sitePort + 50 + Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/** Where the second site is. */
export const secondSiteUrl = `http://localhost:${PORT}`

/**
 * The release once more, beside the one under test and with the same services, where some variables differ.
 * @param folder of a release of its own, so that neither site finds what the other has stored
 */
export async function startSecondSite(
  variables: Record<string, string>,
  folder: string = release,
): Promise<{ url: string; log: string; child: Service['child']; end: () => Promise<void> }> {
  await requireFreePort(PORT, 'TEST_PORT_OFFSET')
  const url = secondSiteUrl
  const service: Service = await serve(
    {
      name: 'The second site',
      args: siteServer(folder, '--port', String(PORT), '--hostname', 'localhost'),
      cwd: folder,
      env: { ...siteVariables(stack), SITE_URL: url, ...variables, ...siteProcess },
      logFile: `${stack.dataDir}/logs/second-site-${PORT}.log`,
    },
    `${url}/robots.txt`,
  )
  return { url, log: service.logFile, child: service.child, end: () => stop(service) }
}
