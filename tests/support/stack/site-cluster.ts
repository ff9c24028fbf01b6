import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { siteProcess, siteServer } from '../../../scripts/build/builds.ts'
import { requireFreePort, serve, type Service, stop } from '../../../scripts/support/processes.ts'
import { siteVariables } from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { ownRelease } from './own-release.ts'

const FIRST_PORT = stack.sitePort + 70

/** Several processes of the release behind one address, with a Postgres of their own that can be stopped. */
export type Cluster = {
  /** The address in front: each request goes to the next process. */
  url: string
  /** The processes themselves. */
  processes: string[]
  postgres: OwnPostgres
  end: () => Promise<void>
}

/** Hands each request on to the next of some ports. */
async function startBalancer(ports: number[], own: number) {
  let turn = 0
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const port = ports[turn++ % ports.length]
    const { url: path, method, headers } = incoming
    const outgoing = request({ host: 'localhost', port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(own, 'localhost', resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Starts one process of the release from a folder of its own. */
async function startProcess(index: number, variables: Record<string, string>): Promise<Service & { url: string }> {
  const port = FIRST_PORT + index
  await requireFreePort(port, 'TEST_PORT_OFFSET')
  const url = `http://localhost:${port}`
  const folder = ownRelease(`cluster-release-${index}`)
  const service = await serve(
    {
      name: `Process ${index} of the cluster`,
      args: siteServer(folder, '--port', String(port), '--hostname', 'localhost'),
      cwd: folder,
      env: { ...siteVariables(stack), ...variables, ...siteProcess },
      logFile: `${stack.dataDir}/logs/cluster-site-${index}.log`,
    },
    `${url}/robots.txt`,
  )
  return { ...service, url }
}

/** Starts `count` processes of the release, each with a folder of its own as on machines of their own. */
export async function startCluster(count: number): Promise<Cluster> {
  const url = `http://localhost:${FIRST_PORT + count}`
  const postgres = await startOwnPostgres('cluster-postgres')
  const processes: (Service & { url: string })[] = []
  // One after another: the first makes the tables.
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
