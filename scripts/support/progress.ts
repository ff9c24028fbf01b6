import { Interruption } from './interruption.ts'

const HEARTBEAT_MS = 10_000

/** Prints what happens, a line every ten seconds while it lasts, and how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`
  console.log(`▸ ${title}`)
  const heartbeat = setInterval(() => console.log(`  still at it: ${title} (${seconds()})`), HEARTBEAT_MS)
  try {
    const result = await work()
    console.log(`✓ ${title} (${seconds()})`)
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
