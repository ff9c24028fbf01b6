import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { interrupted, unlessInterrupted } from './interruption.ts'
import { UserError } from './progress.ts'

/** Milliseconds that a program has to end when it is asked to. */
const STOP_GRACE_MS = 2_000
const TAIL_LINES = 25

/** A service that ends so often in so many milliseconds does so again; what it has to say would be lost among its starts. */
const MOST_DEATHS = 3
const DEATHS_WITHIN_MS = 60_000

/** Milliseconds after a service has ended in which the signal that ended it may reach this process too, as Ctrl-C does. */
const SIGNAL_DELAY_MS = 200

export type Program = {
  name: string
  /** What is started; Node when nothing is said. */
  command?: string
  /** Arguments of the command: for Node a script and its own arguments. */
  args: string[]
  cwd?: string
  env?: Record<string, string | undefined>
  logFile: string
  /** Milliseconds that it has to end when it is asked to, if it needs more than others. */
  graceMs?: number
}

/** A program that was started. */
type Launched = {
  name: string
  child: ChildProcess
  logFile: string
  graceMs: number
  /** How it ended, in words, as soon as it has: also for who asks only later. */
  ended: Promise<string>
}

/** A program that keeps running. */
export type Service = Launched & {
  /** Starts it anew when it has ended, where it was and with what it keeps; resolves when it answers. */
  startAgain: () => Promise<Service>
}

const running = new Set<Launched>()

/** The end of a log file, for an error message. */
const tail = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n')

/** The last words of a program, and where the rest of them is. */
function lastWords({ logFile }: Pick<Program, 'logFile'>): string {
  const words = tail(logFile)
  return words ? `The last lines of ${logFile}:\n\n${words}` : 'It wrote nothing.'
}

const ending = (code: number | null, signal: NodeJS.Signals | null): string =>
  code === null ? `signal ${signal}` : `exit code ${code}`

/** @param isAgain its log goes on, instead of beginning anew */
function launch(
  { name, command = process.execPath, args, cwd, env, logFile, graceMs = STOP_GRACE_MS }: Program,
  isAgain = false,
): Launched {
  mkdirSync(dirname(logFile), { recursive: true })
  // Before there is a child: a signal that came sooner than the listener would leave it without anybody to end it.
  void interrupted()
  // A file descriptor of the child's own: nothing is lost between its last words and our reading of them.
  const log = openSync(logFile, isAgain ? 'a' : 'w')
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(ending(code, signal)))
  })
  const service = { name, child, logFile, graceMs, ended }
  running.add(service)
  child.once('exit', () => running.delete(service))
  return service
}

/** Runs a program to its end; throws with the end of its output when it fails. */
export async function run(program: Program): Promise<void> {
  const service = launch(program)
  const ended = once(service.child, 'close') as Promise<[number | null]>
  const [code] = await unlessInterrupted(ended).finally(() => stop(service))
  if (code !== 0) throw new UserError(`${program.name} failed. ${lastWords(program)}`)
}

/** An address of the web, or a look of another kind whether a service is there. */
type Readiness = string | { name: string; isReady: () => Promise<boolean> }

/** Starts a program that keeps running and waits until it answers. */
export const serve = (program: Program, readiness: Readiness, deadlineMs = 60_000): Promise<Service> =>
  startServing(program, readiness, { deadlineMs, isAgain: false })

async function startServing(
  program: Program,
  readiness: Readiness,
  { deadlineMs, isAgain }: { deadlineMs: number; isAgain: boolean },
): Promise<Service> {
  const launched = launch(program, isAgain)
  const stopped = launched.ended.then((how) => {
    throw new UserError(`${program.name} stopped at once (${how}). ${lastWords(program)}`)
  })
  const waiting = new AbortController()
  try {
    await unlessInterrupted(Promise.race([stopped, answering(readiness, deadlineMs, waiting.signal)]))
  } catch (error) {
    await stop(launched)
    throw error
  } finally {
    waiting.abort()
    // From here on the program may stop: whoever waits for it sees that.
    stopped.catch(() => {})
  }
  return { ...launched, startAgain: () => startServing(program, readiness, { deadlineMs, isAgain: true }) }
}

const fetched = (address: string, deadlineMs: number): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(deadlineMs), redirect: 'manual' }).then(
    () => true,
    // Nothing answers yet, and that is the answer.
    () => false,
  )

async function answering(readiness: Readiness, deadlineMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + deadlineMs
  const { name, isReady } =
    typeof readiness === 'string' ? { name: readiness, isReady: () => fetched(readiness, deadlineMs) } : readiness
  while (!signal.aborted) {
    if (await isReady()) return
    if (performance.now() > deadline) throw new UserError(`${name} does not answer after ${deadlineMs / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Ends one service: asked first, killed when it does not go in its time. */
export async function stop({ child, graceMs }: Launched): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(impatience)
}

/** Ends one service at once, as a machine does that loses its power. */
export async function kill({ child, ended }: Launched): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Ends everything this process has started, the newest first: it may need the others to answer what is under way. */
export async function stopAll(): Promise<void> {
  for (const service of [...running].toReversed()) await stop(service)
}

/**
 * Resolves at Ctrl-C or a polite kill. A service that ends by itself, also if that was before this call, is started again, so that
 * the others go on; one that does so three times within a minute ends the command, because it would go on doing so.
 * @param onDeath is called with the name of each service that ended by itself and the end of its log
 */
export async function untilStopped(services: Service[], onDeath?: (problem: string) => void): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([interrupted(), ...services.map((service) => keepRunning(service, over.signal, onDeath))])
  } finally {
    over.abort()
  }
}

/** @throws {UserError} when the service has ended too often */
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
        `${problem}\n\nIt has ended ${MOST_DEATHS} times within a minute, so everything else was stopped as well. Run the command again: what was saved is still there.`,
      )
    }
    console.error(`\n! ${problem}\n\n▸ Starting it again`)
    try {
      service = await service.startAgain()
      console.error(`✓ ${name} answers again`)
      problem = await deathOf(service)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problem = error.message
    }
  }
}

async function deathOf(service: Service): Promise<string> {
  return `${service.name} has ended by itself (${await service.ended}). ${lastWords(service)}`
}

/** @throws {UserError} when something already listens on the port of this machine. */
export async function requireFreePort(port: number, variable: string, host = 'localhost'): Promise<void> {
  const busy = await new Promise<boolean>((resolve) => {
    const socket = connect({ port, host })
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
  if (busy)
    throw new UserError(`Port ${port} is in use: stop what listens there, or choose another with ${variable}=<port>.`)
}
