import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Interruption } from './interruption.ts'

const HEARTBEAT_MS = 10_000

/** How long each step took the last time, in seconds by its title: a promise would be wrong on another machine. */
const lastTimesFile = resolve(import.meta.dirname, '../../.data/step-seconds.json')

function lastTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(lastTimesFile, 'utf8')) as Record<string, number>
  } catch {
    // The first run, or a file that was cut off: then nothing is said.
    return {}
  }
}

function remember(title: string, seconds: number): void {
  mkdirSync(dirname(lastTimesFile), { recursive: true })
  writeFileSync(lastTimesFile, JSON.stringify({ ...lastTimes(), [title]: seconds }, null, 2))
}

/** Prints what happens and how long it took the last time, a line every ten seconds while it lasts, and how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const elapsed = () => Math.round((performance.now() - started) / 1000)
  const seconds = () => `${elapsed()} s`
  const last = lastTimes()[title]
  console.log(`▸ ${title}${last === undefined ? '' : ` (${last} s last time)`}`)
  const heartbeat = setInterval(() => console.log(`  still at it: ${title} (${seconds()})`), HEARTBEAT_MS)
  try {
    const result = await work()
    console.log(`✓ ${title} (${seconds()})`)
    remember(title, elapsed())
    return result
  } finally {
    clearInterval(heartbeat)
  }
}

/** An error whose message is all a person needs; it is printed without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Runs a command's main function; problems end it with one clear text and exit code 1. */
export async function main(run: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await run()) ?? 0
  } catch (error) {
    process.exitCode = 1
    if (error instanceof Interruption) return
    const expected = error instanceof UserError || (error instanceof Error && error.name === 'EnvError')
    console.error(`\n✗ ${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}`)
  }
}
