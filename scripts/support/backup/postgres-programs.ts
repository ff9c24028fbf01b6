import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../progress.ts'

/** Maximum bytes of program output kept for error messages. */
const MAX_STDERR_CHARS = 4_000

/** Finds a program in the PATH, or else Debian's newest version. @throws {UserError} if it is missing */
export function findPostgresProgram(name: 'pg_dump' | 'pg_restore'): string {
  const debianFolders = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]),
  )
  const programPath = [...debianFolders, ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
  if (!programPath) throw new UserError(`${name} was not found: install the package postgresql-client.`)
  return programPath
}

export const readProgramVersion = (program: string): string =>
  execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()

const SSL_PARAMETERS = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' }

/** Returns environment variables for a connection, because arguments are visible in process lists. */
export function buildConnectionVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const parameters = Object.entries(SSL_PARAMETERS).flatMap(([name, variable]) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[variable, value]]
  })
  return {
    PGHOST: searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || 'postgres',
    PGCONNECT_TIMEOUT: '10',
    ...Object.fromEntries(parameters),
  }
}

type RunOptions = { program: string; args: string[]; url?: string; from?: Readable; to?: Writable }

/** Runs a PostgreSQL program and leaves `to` open. @throws {UserError} with the end of the program's output */
export async function runPostgres({ program, args, url, from, to }: RunOptions): Promise<void> {
  const env = { ...process.env, ...(url ? buildConnectionVariables(url) : {}) }
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(program, args, { env, stdio: 'pipe' })
  let stderrTail = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-MAX_STDERR_CHARS)
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const sink = new Writable({ write: (_chunk, _encoding, callback) => callback() })
  const readPromise = pipeline(child.stdout, to ?? sink, { end: to === undefined })
  // A program that exits early closes its input. Its output has the actual reason.
  const writePromise = pipeline(from ?? Readable.from([]), child.stdin)
  const [exitResult, readResult, writeResult] = await Promise.allSettled([closed, readPromise, writePromise])
  if (exitResult.status === 'rejected') throw exitResult.reason
  const [code] = exitResult.value
  // Prefers an error of the input, such as a modified backup.
  if (writeResult.status === 'rejected' && writeResult.reason instanceof UserError) throw writeResult.reason
  if (code !== 0) throw new UserError(`${program} failed (exit code ${code}):\n\n${stderrTail.trim()}`)
  if (readResult.status === 'rejected') throw readResult.reason
}
