import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { waitForInterruption, UserError, rejectOnInterruption } from './progress.ts'

const STOP_GRACE_MS = 2_000
const TAIL_LINES = 25

/** Crashes within `CRASH_WINDOW_MS` after which a service is no longer restarted. */
const MAX_CRASHES = 3
const CRASH_WINDOW_MS = 60_000

/** Time to wait for a signal after a service has ended, because Ctrl-C reaches all processes. */
const SIGNAL_DELAY_MS = 200

export type Program = {
  name: string
  command?: string
  args: string[]
  cwd?: string
  env?: Record<string, string | undefined>
  logFile: string
  /** Grace period if longer than the default. */
  graceMs?: number
}

type RunningProgram = Required<Pick<Program, 'name' | 'logFile' | 'graceMs'>> & {
  child: ChildProcess
  /** Resolves with the exit reason, even if awaited after the process has exited. */
  exitReason: Promise<string>
}

export type Service = RunningProgram & {
  restart: () => Promise<Service>
}

const nodeModules = resolve(import.meta.dirname, '../../node_modules')

export const buildNextCommand = (...args: string[]): string[] => [resolve(nodeModules, 'next/dist/bin/next'), ...args]
export const buildSanityCommand = (...args: string[]): string[] => [
  resolve(nodeModules, '@sanity/cli/bin/run.js'),
  ...args,
]

const runningPrograms = new Set<RunningProgram>()

const readTail = (file: string): string =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n')

function describeLastOutput({ logFile }: Pick<Program, 'logFile'>): string {
  const output = readTail(logFile)
  return output ? `Last lines of ${logFile}:\n\n${output}` : 'It wrote no output.'
}

const formatExit = (code: number | null, signal: NodeJS.Signals | null): string =>
  code === null ? `signal ${signal}` : `exit code ${code}`

/** Starts a program. @param isRestart appends to the log */
function launch(
  { name, command = process.execPath, args, cwd, env, logFile, graceMs = STOP_GRACE_MS }: Program,
  isRestart = false,
): RunningProgram {
  mkdirSync(dirname(logFile), { recursive: true })
  // Registers the signal listener first, so that no signal leaves a child running.
  void waitForInterruption()
  // The child writes to its own file descriptor, so its last output is complete.
  const log = openSync(logFile, isRestart ? 'a' : 'w')
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
  closeSync(log)
  const exitReason = new Promise<string>((end) => {
    child.once('exit', (code, signal) => end(formatExit(code, signal)))
  })
  const service = { name, child, logFile, graceMs, exitReason }
  runningPrograms.add(service)
  child.once('exit', () => runningPrograms.delete(service))
  return service
}

/** Runs a program to its end. @throws {UserError} with the end of its output on failure */
export async function run(program: Program): Promise<void> {
  const service = launch(program)
  const closed = once(service.child, 'close') as Promise<[number | null]>
  const [code] = await rejectOnInterruption(closed).finally(() => stop(service))
  if (code !== 0) throw new UserError(`${program.name} failed. ${describeLastOutput(program)}`)
}

type Readiness = string | { name: string; isReady: () => Promise<boolean> }

export const serve = (program: Program, readiness: Readiness, deadlineMs = 60_000): Promise<Service> =>
  startAndWait(program, readiness, { deadlineMs, isRestart: false })

async function startAndWait(
  program: Program,
  readiness: Readiness,
  { deadlineMs, isRestart }: { deadlineMs: number; isRestart: boolean },
): Promise<Service> {
  const runningProgram = launch(program, isRestart)
  const earlyExit = runningProgram.exitReason.then((reason) => {
    throw new UserError(`${program.name} stopped right after the start (${reason}). ${describeLastOutput(program)}`)
  })
  const abortController = new AbortController()
  try {
    await rejectOnInterruption(Promise.race([earlyExit, waitUntilReady(readiness, deadlineMs, abortController.signal)]))
  } catch (error) {
    await stop(runningProgram)
    throw error
  } finally {
    abortController.abort()
    // Prevents an unhandled rejection, because later failures are handled by the caller.
    earlyExit.catch(() => {})
  }
  return { ...runningProgram, restart: () => startAndWait(program, readiness, { deadlineMs, isRestart: true }) }
}

const isReachable = (address: string, deadlineMs: number): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(deadlineMs), redirect: 'manual' }).then(
    () => true,
    // Treats an unreachable server as not ready yet.
    () => false,
  )

async function waitUntilReady(readiness: Readiness, deadlineMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + deadlineMs
  const { name, isReady } =
    typeof readiness === 'string' ? { name: readiness, isReady: () => isReachable(readiness, deadlineMs) } : readiness
  while (!signal.aborted) {
    if (await isReady()) return
    if (performance.now() > deadline) throw new UserError(`${name} is not responding after ${deadlineMs / 1000} s.`)
    await delay(50)
  }
}

export async function stop({ child, graceMs }: RunningProgram): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(killTimer)
}

/** Kills a service with SIGKILL, like a power failure. */
export async function kill({ child, exitReason }: RunningProgram): Promise<void> {
  child.kill('SIGKILL')
  await exitReason
}

/** Stops the newest service first, because it may need the others to complete its requests. */
export async function stopAll(): Promise<void> {
  for (const service of [...runningPrograms].toReversed()) await stop(service)
}

/**
 * Resolves on SIGINT or SIGTERM. Restarts services that exit on their own. Three crashes within a minute end the
 * command.
 * @param onCrash called with the service's name and the end of its log
 */
export async function runUntilStopped(services: Service[], onCrash?: (problem: string) => void): Promise<void> {
  const abortController = new AbortController()
  try {
    await Promise.race([
      waitForInterruption(),
      ...services.map((service) => keepRunning(service, abortController.signal, onCrash)),
    ])
  } finally {
    abortController.abort()
  }
}

/** Restarts a service whenever it exits. @throws {UserError} if the service has crashed too often */
async function keepRunning(first: Service, signal: AbortSignal, onCrash?: (problem: string) => void): Promise<never> {
  const { name } = first
  const crashTimes: number[] = []
  let service = first
  let problem = await waitForCrash(service)
  for (;;) {
    await rejectOnInterruption(delay(SIGNAL_DELAY_MS))
    signal.throwIfAborted()
    onCrash?.(problem)
    crashTimes.push(performance.now())
    const recentCrashes = crashTimes.filter((time) => performance.now() - time < CRASH_WINDOW_MS)
    if (recentCrashes.length >= MAX_CRASHES) {
      throw new UserError(
        `${problem}\n\nIt stopped ${MAX_CRASHES} times within a minute, so everything else was stopped too. Run the command again; no saved data is lost.`,
      )
    }
    console.error(`\n! ${problem}\n\n▸ Restarting it`)
    try {
      service = await service.restart()
      console.error(`✓ ${name} is running again`)
      problem = await waitForCrash(service)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problem = error.message
    }
  }
}

async function waitForCrash(service: Service): Promise<string> {
  return `${service.name} stopped unexpectedly (${await service.exitReason}). ${describeLastOutput(service)}`
}

export async function requireFreePort(port: number, variable: string, host = 'localhost'): Promise<void> {
  const isInUse = await new Promise<boolean>((settle) => {
    const socket = connect({ port, host })
    socket.once('connect', () => (socket.destroy(), settle(true)))
    socket.once('error', () => settle(false))
  })
  if (isInUse)
    throw new UserError(
      `Port ${port} is in use: stop the process that uses it, or choose another with ${variable}=<port>.`,
    )
}
