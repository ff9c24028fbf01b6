import { log } from '../log/log.ts'
import { sharedState } from '../process/shared-state.ts'

/** Phase of the shutdown. `stopping` begins at SIGTERM, `answered` after all requests have been answered. */
type Phase = 'stopping' | 'answered'

type Ending = { name: string; end: () => Promise<void> }

const endings = sharedState<Record<Phase, Ending[]>>('process-end', () => ({ stopping: [], answered: [] }))

/**
 * Registers a shutdown task.
 * @param name for the log
 * @param end resolves when no work is left; the process awaits it for a limited time
 */
export const atProcessEnd = (phase: Phase, name: string, end: () => Promise<void>): void =>
  void endings[phase].push({ name, end })

export async function endPhase(phase: Phase): Promise<void> {
  await Promise.all(
    endings[phase].map(async ({ name, end }) => {
      try {
        await end()
      } catch (err) {
        log.error({ err, part: name }, 'process: shutdown task failed')
      }
    }),
  )
}
