import { log } from '../log/log.ts'
import { getSharedState } from '../process/shared-state.ts'

/** Phase of the shutdown. `stopping` begins at SIGTERM, `answered` after all requests have been answered. */
type ShutdownPhase = 'stopping' | 'answered'

type ShutdownTask = { name: string; end: () => Promise<void> }

const shutdownTasks = getSharedState<Record<ShutdownPhase, ShutdownTask[]>>('process-end', () => ({
  stopping: [],
  answered: [],
}))

/**
 * Registers a shutdown task.
 * @param name for the log
 * @param end resolves when no work is left; the process awaits it for a limited time
 */
export const registerShutdownTask = (phase: ShutdownPhase, name: string, end: () => Promise<void>): void =>
  void shutdownTasks[phase].push({ name, end })

export async function runShutdownPhase(phase: ShutdownPhase): Promise<void> {
  await Promise.all(
    shutdownTasks[phase].map(async ({ name, end }) => {
      try {
        await end()
      } catch (err) {
        log.error({ err, part: name }, 'process: shutdown task failed')
      }
    }),
  )
}
