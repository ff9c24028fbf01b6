import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const HEARTBEAT_MS = 10_000

/** File with the duration of each step in seconds, from the last run on this machine. */
const lastDurationsFile = resolve(import.meta.dirname, '../../.data/step-seconds.json')

function readLastDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(lastDurationsFile, 'utf8')) as Record<string, number>
  } catch {
    // Returns no durations on the first run or if the file is truncated.
    return {}
  }
}

function saveDuration(title: string, seconds: number): void {
  mkdirSync(dirname(lastDurationsFile), { recursive: true })
  writeFileSync(lastDurationsFile, JSON.stringify({ ...readLastDurations(), [title]: seconds }, null, 2))
}

export async function runStep<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const getElapsedSeconds = () => Math.round((performance.now() - startedAt) / 1000)
  const formatElapsed = () => `${getElapsedSeconds()} s`
  const last = readLastDurations()[title]
  console.log(`▸ ${title}${last === undefined ? '' : ` (${last} s last time)`}`)
  const heartbeat = setInterval(() => console.log(`  still running: ${title} (${formatElapsed()})`), HEARTBEAT_MS)
  try {
    const result = await work()
    console.log(`✓ ${title} (${formatElapsed()})`)
    saveDuration(title, getElapsedSeconds())
    return result
  } finally {
    clearInterval(heartbeat)
  }
}

/** Thrown on SIGINT, SIGHUP or SIGTERM. It is not a failure, so nothing is printed. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}

let interruption: Promise<void> | undefined

/** Resolves on a termination signal. After the first call, signals no longer end the process. */
export function waitForInterruption(): Promise<void> {
  interruption ??= new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  return interruption
}

export function rejectOnInterruption<T>(work: Promise<T>): Promise<T> {
  const rejection = waitForInterruption().then((): never => {
    throw new Interruption()
  })
  return Promise.race([work, rejection])
}

/** An error with a message for the user, printed without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

const USER_ERROR_NAMES = new Set(['UserError', 'EnvError', 'SampleDataError'])

export async function main(run: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await run()) ?? 0
  } catch (error) {
    process.exitCode = 1
    if (error instanceof Interruption) return
    const expected = error instanceof Error && USER_ERROR_NAMES.has(error.name)
    console.error(`\n✗ ${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}`)
  }
}
