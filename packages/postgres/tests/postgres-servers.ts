import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort } from '../../local-server/tests/servers.ts'
import postgres from 'postgres'
import { startPostgres } from '../server.ts'

export type RunningPostgres = {
  url: string
  restart: () => Promise<void>
  close: () => Promise<void>
}

export type PostgresServer = { name: string; start: () => Promise<RunningPostgres> }

/** Returns the program folder of an installed PostgreSQL, from the PATH or else Debian's newest version. */
export function findInstalledPostgres(): string | undefined {
  const debianFolders = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]),
  )
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debianFolders.toReversed()]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
}

/** Returns the user of the PostgreSQL package, because PostgreSQL refuses to run as root. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined
  const readId = (option: '-u' | '-g') => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

export async function startRealPostgres(bin: string, fixedPort?: number): Promise<RunningPostgres> {
  const user = findUnprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'real-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'local', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'ignore',
  })
  const port = fixedPort ?? (await findFreePort())
  const url = `postgres://local:local-password@127.0.0.1:${port}/postgres`
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off']
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]

  let server: ChildProcess
  const start = async () => {
    server = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
    await waitUntilReady(url, server)
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

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
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

const installedBin = findInstalledPostgres()

export const postgresServers: PostgresServer[] = [
  { name: 'the local Postgres', start: startLocalPostgres },
  ...(installedBin ? [{ name: 'an installed PostgreSQL', start: () => startRealPostgres(installedBin) }] : []),
]
