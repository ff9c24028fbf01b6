import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { interrupted, UserError, unlessInterrupted } from './progress.ts'

const STOP_GRACE_MS = 2_000
const TAIL_LINES = 25

/** Crashes within the period after which a service is not restarted. */
const MOST_DEATHS = 3
const DEATHS_WITHIN_MS = 60_000

/** Milliseconds to wait for a signal after a service has ended, because Ctrl-C reaches all processes. */
const SIGNAL_DELAY_MS = 200

export type Program = {
  name: string
  command?: string
  args: string[]
  cwd?: string
  env?: Record<string, string | undefined>
  logFile: string
  /** Grace period in milliseconds, if longer than the default. */
  graceMs?: number
}

type Launched = Required<Pick<Program, 'name' | 'logFile' | 'graceMs'>> & {
  child: ChildProcess
  /** Resolves with the reason, even if awaited after the end. */
  ended: Promise<string>
}

export type Service = Launched & {
  startAgain: () => Promise<Service>
}

const nodeModules = resolve(import.meta.dirname, '../../node_modules')

export const next = (...args: string[]): string[] => [resolve(nodeModules, 'next/dist/bin/next'), ...args]
export const sanity = (...args: string[]): string[] => [resolve(nodeModules, '@sanity/cli/bin/run.js'), ...args]

const running = new Set<Launched>()

const tail = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n')

function lastWords({ logFile }: Pick<Program, 'logFile'>): string {
  const words = tail(logFile)
  return words ? `Last lines of ${logFile}:\n\n${words}` : 'It wrote no output.'
}

const ending = (code: number | null, signal: NodeJS.Signals | null): string =>
  code === null ? `signal ${signal}` : `exit code ${code}`

/** Starts a program. @param isAgain appends to the log */
function launch(
  { name, command = process.execPath, args, cwd, env, logFile, graceMs = STOP_GRACE_MS }: Program,
  isAgain = false,
): Launched {
  mkdirSync(dirname(logFile), { recursive: true })
  // Registers the signal listener first, so that no signal leaves a child running.
  void interrupted()
  // The child writes to its own file descriptor, so its last output is complete.
  const log = openSync(logFile, isAgain ? 'a' : 'w')
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = new Promise<string>((end) => {
    child.once('exit', (code, signal) => end(ending(code, signal)))
  })
  const service = { name, child, logFile, graceMs, ended }
  running.add(service)
  child.once('exit', () => running.delete(service))
  return service
}

/** Runs a program to its end. @throws {UserError} with the end of its output on failure */
export async function run(program: Program): Promise<void> {
  const service = launch(program)
  const ended = once(service.child, 'close') as Promise<[number | null]>
  const [code] = await unlessInterrupted(ended).finally(() => stop(service))
  if (code !== 0) throw new UserError(`${program.name} failed. ${lastWords(program)}`)
}

type Readiness = string | { name: string; isReady: () => Promise<boolean> }

export const serve = (program: Program, readiness: Readiness, deadlineMs = 60_000): Promise<Service> =>
  startServing(program, readiness, { deadlineMs, isAgain: false })

async function startServing(
  program: Program,
  readiness: Readiness,
  { deadlineMs, isAgain }: { deadlineMs: number; isAgain: boolean },
): Promise<Service> {
  const launched = launch(program, isAgain)
  const stopped = launched.ended.then((how) => {
    throw new UserError(`${program.name} stopped right after the start (${how}). ${lastWords(program)}`)
  })
  const waiting = new AbortController()
  try {
    await unlessInterrupted(Promise.race([stopped, answering(readiness, deadlineMs, waiting.signal)]))
  } catch (error) {
    await stop(launched)
    throw error
  } finally {
    waiting.abort()
    // Prevents an unhandled rejection, because later failures are handled by the caller.
    stopped.catch(() => {})
  }
  return { ...launched, startAgain: () => startServing(program, readiness, { deadlineMs, isAgain: true }) }
}

const fetched = (address: string, deadlineMs: number): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(deadlineMs), redirect: 'manual' }).then(
    () => true,
    // Treats an unreachable server as not ready yet.
    () => false,
  )

async function answering(readiness: Readiness, deadlineMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + deadlineMs
  const { name, isReady } =
    typeof readiness === 'string' ? { name: readiness, isReady: () => fetched(readiness, deadlineMs) } : readiness
  while (!signal.aborted) {
    if (await isReady()) return
    if (performance.now() > deadline) throw new UserError(`${name} is not responding after ${deadlineMs / 1000} s.`)
    await delay(50)
  }
}

export async function stop({ child, graceMs }: Launched): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(impatience)
}

/** Kills a service with SIGKILL, like a power failure. */
export async function kill({ child, ended }: Launched): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Stops the newest service first, because it may need the others to complete its requests. */
export async function stopAll(): Promise<void> {
  for (const service of [...running].toReversed()) await stop(service)
}

/**
 * Resolves on SIGINT or SIGTERM. Restarts services that exit on their own. Three crashes within a minute end the
 * command.
 * @param onDeath called with the service's name and the end of its log
 */
export async function untilStopped(services: Service[], onDeath?: (problem: string) => void): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([interrupted(), ...services.map((service) => keepRunning(service, over.signal, onDeath))])
  } finally {
    over.abort()
  }
}

/** Restarts a service whenever it exits. @throws {UserError} if the service has crashed too often */
async function keepRunning(first: Service, over: AbortSignal, onDeath?: (problem: string) => void): Promise<never> {
  const { name } = first
  const deaths: number[] = []
  let service = first
  let problem = await deathOf(service)
  for (;;) {
    await unlessInterrupted(delay(SIGNAL_DELAY_MS))
    over.throwIfAborted()
    onDeath?.(problem)
    deaths.push(performance.now())
    const recent = deaths.filter((time) => performance.now() - time < DEATHS_WITHIN_MS)
    if (recent.length >= MOST_DEATHS) {
      throw new UserError(
        `${problem}\n\nIt stopped ${MOST_DEATHS} times within a minute, so everything else was stopped too. Run the command again; no saved data is lost.`,
      )
    }
    console.error(`\n! ${problem}\n\n▸ Restarting it`)
    try {
      service = await service.startAgain()
      console.error(`✓ ${name} is running again`)
      problem = await deathOf(service)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problem = error.message
    }
  }
}

async function deathOf(service: Service): Promise<string> {
  return `${service.name} stopped unexpectedly (${await service.ended}). ${lastWords(service)}`
}

export async function requireFreePort(port: number, variable: string, host = 'localhost'): Promise<void> {
  const busy = await new Promise<boolean>((settle) => {
    const socket = connect({ port, host })
    socket.once('connect', () => (socket.destroy(), settle(true)))
    socket.once('error', () => settle(false))
  })
  if (busy)
    throw new UserError(
      `Port ${port} is in use: stop the process that uses it, or choose another with ${variable}=<port>.`,
    )
}
