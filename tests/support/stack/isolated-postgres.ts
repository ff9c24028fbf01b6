import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { kill, serve, type Service, stop } from '../../../scripts/support/processes.ts'
import { root } from '../../../scripts/support/settings.ts'
import { stack } from './addresses.ts'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'

export type IsolatedPostgres = {
  url: string
  start: () => Promise<void>
  stop: () => Promise<void>
  kill: () => Promise<void>
}

export const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolvePromise) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => (socket.destroy(), resolvePromise(true)))
    socket.once('error', () => resolvePromise(false))
  })

export async function startIsolatedPostgres(name: string): Promise<IsolatedPostgres> {
  const port = await findFreePort()
  const data = resolve(stack.dataDir, name)
  const program = {
    name: `Postgres (${name})`,
    args: [resolve(root, 'packages/postgres/main.ts')],
    env: { POSTGRES_PORT: String(port), POSTGRES_DATA: data },
    logFile: `${stack.dataDir}/logs/${name}.log`,
  }
  const launch = (): Promise<Service> => serve(program, { name: program.name, isReady: () => canConnect(port) })
  rmSync(data, { recursive: true, force: true })
  let service = await launch()
  return {
    url: `postgres://local:local-password@127.0.0.1:${port}/postgres`,
    start: async () => {
      service = await launch()
    },
    stop: () => stop(service),
    kill: () => kill(service),
  }
}
