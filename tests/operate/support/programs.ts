import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, stop } from '../../../scripts/support/processes.ts'
import { stack } from '../../support/stack/addresses.ts'
import { canConnect } from '../../support/stack/isolated-postgres.ts'

export { hasProgram } from '../../support/operate-programs.ts'

/** Creates a folder that a program can still read after it drops root privileges. */
export function createProgramFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Starts a system program in the foreground and waits until it listens on `port`. */
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
  const service = await serve(
    { name, command, args, logFile, graceMs: 5_000 },
    { name, isReady: () => canConnect(port) },
  )
  return { pid: service.child.pid ?? 0, logFile, stop: () => stop(service) }
}
