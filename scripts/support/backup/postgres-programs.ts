import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../progress.ts'

/** Maximum bytes of program output kept for error messages. */
const LAST_WORDS = 4_000

/** Finds a program in the PATH, or else Debian's newest version. @throws {UserError} if it is missing */
export function postgresProgram(name: 'pg_dump' | 'pg_restore'): string {
  const onDebian = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (one, other) => Number(other.split('/')[4]) - Number(one.split('/')[4]),
  )
  const found = [...onDebian, ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
  if (!found) throw new UserError(`${name} was not found: install the package postgresql-client.`)
  return found
}

export const programVersion = (program: string): string =>
  execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()

const PARAMETERS = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' }

/** Returns environment variables for a connection, because arguments are visible in process lists. */
export function connectionVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const parameters = Object.entries(PARAMETERS).flatMap(([name, variable]) => {
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

type Run = { program: string; args: string[]; url?: string; from?: Readable; to?: Writable }

/** Runs a PostgreSQL program and leaves `to` open. @throws {UserError} with the end of the program's output */
export async function runPostgres({ program, args, url, from, to }: Run): Promise<void> {
  const env = { ...process.env, ...(url ? connectionVariables(url) : {}) }
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(program, args, { env, stdio: 'pipe' })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS)
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reading = pipeline(child.stdout, to ?? nowhere, { end: to === undefined })
  // A program that exits early closes its input. Its output has the actual reason.
  const writing = pipeline(from ?? Readable.from([]), child.stdin)
  const [ended, read, written] = await Promise.allSettled([closed, reading, writing])
  if (ended.status === 'rejected') throw ended.reason
  const [code] = ended.value
  // Prefers an error of the input, such as a modified backup.
  if (written.status === 'rejected' && written.reason instanceof UserError) throw written.reason
  if (code !== 0) throw new UserError(`${program} failed (exit code ${code}):\n\n${words.trim()}`)
  if (read.status === 'rejected') throw read.reason
}
