import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { requireFreePort, serve, type Service, stop } from '../../../scripts/support/processes.ts'
import { siteProcessEnv, buildSiteServerArgs, buildSiteVariables } from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { type IsolatedPostgres, startIsolatedPostgres } from './isolated-postgres.ts'
import { copyRelease } from './own-release.ts'

const FIRST_PORT = stack.sitePort + 70

export type Cluster = {
  url: string
  processes: string[]
  postgres: IsolatedPostgres
  end: () => Promise<void>
}

async function startBalancer(ports: number[], balancerPort: number) {
  let nextIndex = 0
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const port = ports[nextIndex++ % ports.length]
    const { url: path, method, headers } = incoming
    const outgoing = request({ host: 'localhost', port, path, method, headers }, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(balancerPort, 'localhost', resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function startProcess(index: number, variables: Record<string, string>): Promise<Service & { url: string }> {
  const port = FIRST_PORT + index
  await requireFreePort(port, 'TEST_PORT_OFFSET')
  const url = `http://localhost:${port}`
  const folder = copyRelease(`cluster-release-${index}`)
  const service = await serve(
    {
      name: `Process ${index} of the cluster`,
      args: buildSiteServerArgs(folder, '--port', String(port), '--hostname', 'localhost'),
      cwd: folder,
      env: { ...buildSiteVariables(stack), ...variables, ...siteProcessEnv },
      logFile: `${stack.dataDir}/logs/cluster-site-${index}.log`,
    },
    `${url}/robots.txt`,
  )
  return { ...service, url }
}

/** Starts `count` processes of the release, each with its own folder as on separate machines. */
export async function startCluster(count: number): Promise<Cluster> {
  const url = `http://localhost:${FIRST_PORT + count}`
  const postgres = await startIsolatedPostgres('cluster-postgres')
  const processes: (Service & { url: string })[] = []
  // Starts them sequentially, because the first process creates the tables.
  for (let index = 0; index < count; index++) {
    processes.push(await startProcess(index, { SITE_URL: url, DATABASE_URL: postgres.url }))
  }
  const endBalancer = await startBalancer(
    processes.map((process) => Number(new URL(process.url).port)),
    FIRST_PORT + count,
  )
  return {
    url,
    processes: processes.map((process) => process.url),
    postgres,
    end: async () => {
      await endBalancer()
      await Promise.all([...processes.map(stop), postgres.stop()])
    },
  }
}
