import { type Service, requireFreePort, serve, stop } from '../../../scripts/support/processes.ts'
import {
  SITE_GRACE_MS,
  siteProcessEnv,
  buildSiteServerArgs,
  buildSiteVariables,
} from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { release } from './stack.ts'

/** A separate port per Playwright worker, because workers run concurrently. */
const PORT = stack.sitePort + 50 + Number(process.env.TEST_PARALLEL_INDEX ?? 0)

export const secondSiteUrl = `http://localhost:${PORT}`

/** Starts another site. `folder` is a copy of the release, so that the sites share no cache. */
export async function startSecondSite(
  variables: Record<string, string>,
  folder: string = release,
): Promise<{ url: string; log: string; child: Service['child']; end: () => Promise<void> }> {
  await requireFreePort(PORT, 'TEST_PORT_OFFSET')
  const url = secondSiteUrl
  const service: Service = await serve(
    {
      name: 'The second site',
      args: buildSiteServerArgs(folder, '--port', String(PORT), '--hostname', 'localhost'),
      cwd: folder,
      env: { ...buildSiteVariables(stack), SITE_URL: url, ...variables, ...siteProcessEnv },
      logFile: `${stack.dataDir}/logs/second-site-${PORT}.log`,
      graceMs: SITE_GRACE_MS,
    },
    `${url}/robots.txt`,
  )
  return { url, log: service.logFile, child: service.child, end: () => stop(service) }
}
