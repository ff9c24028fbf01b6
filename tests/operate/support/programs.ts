import { connect } from 'node:net'
import { resolve } from 'node:path'
import { serve, stop } from '../../../scripts/support/processes.ts'
import { stack } from '../../support/stack/addresses.ts'

export { hasProgram } from '../../../scripts/support/operate-programs.ts'

/** Folder of the files of a program that a test starts. */
export const programFolder = (name: string): string => resolve(stack.dataDir, 'programs', name)

/** Whether something listens on a port of this machine. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => (socket.destroy(), done(true)))
    socket.once('error', () => done(false))
  })

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
