import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, stop } from '../../../scripts/support/processes.ts'
import { stack } from '../../support/stack/addresses.ts'
import { listens } from '../../support/stack/own-postgres.ts'

export { hasProgram } from '../../../scripts/support/operate-programs.ts'

/** Makes a folder for the files of a program, which gives up the rights of whoever starts it and must read them all the same. */
export function programFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/**
 * Starts a program of the distribution in the foreground.
 * @param port on which it listens when it is ready
 */
export async function startProgram({
  name,
  command,
  args,
  port,
}: {
  name: string
  command: string
  args: string[]
  port: number
}): Promise<{ pid: number; logFile: string; stop: () => Promise<void> }> {
  const logFile = `${stack.dataDir}/logs/${name}.log`
  const service = await serve({ name, command, args, logFile, graceMs: 5_000 }, { name, isReady: () => listens(port) })
  return { pid: service.child.pid ?? 0, logFile, stop: () => stop(service) }
}
