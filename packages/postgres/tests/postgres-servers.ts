import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../../local-server/tests/servers.ts'
import postgres from 'postgres'
import { startPostgres } from '../server.ts'

export type RunningPostgres = {
  url: string
  restart: () => Promise<void>
  close: () => Promise<void>
}

export type PostgresServer = { name: string; start: () => Promise<RunningPostgres> }

/** Returns the program folder of an installed PostgreSQL, from the PATH or else Debian's newest version. */
export function installedPostgres(): string | undefined {
  const onDebian = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]),
  )
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...onDebian.toReversed()]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
}

/** Returns the user of the PostgreSQL package, because PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined
  const idOf = (option: '-u' | '-g') => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export async function startRealPostgres(bin: string, ownPort?: number): Promise<RunningPostgres> {
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'real-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'local', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'ignore',
  })
  const port = ownPort ?? (await freePort())
  const url = `postgres://local:local-password@127.0.0.1:${port}/postgres`
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off']
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]

  let server: ChildProcess
  const start = async () => {
    server = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
    await untilItAnswers(url, server)
  }
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    // SIGINT requests a fast shutdown, which closes connections instead of waiting for them.
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  await start()
  return {
    url,
    restart: async () => {
      await stop()
      await start()
    },
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const client = postgres(url, { max: 1, connect_timeout: 2 })
    try {
      await client`select 1`
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error
    } finally {
      await client.end({ timeout: 1 })
    }
  }
}

async function startLocalPostgres(): Promise<RunningPostgres> {
  let server = await startPostgres({ port: 0 })
  const port = Number(new URL(server.url).port)
  return {
    url: server.url,
    restart: async () => {
      await server.close()
      server = await startPostgres({ port })
    },
    close: () => server.close(),
  }
}

const installed = installedPostgres()

export const postgresServers: PostgresServer[] = [
  { name: 'the local Postgres', start: startLocalPostgres },
  ...(installed ? [{ name: 'an installed PostgreSQL', start: () => startRealPostgres(installed) }] : []),
]
