import { log } from './log/log.ts'
import { sharedState } from './shared-state.ts'

/** When something is ended: as soon as the process is told to stop, or when all requests have been answered. */
type Phase = 'stopping' | 'answered'

type Ending = { name: string; end: () => Promise<void> }

const endings = sharedState<Record<Phase, Ending[]>>('process-end', () => ({ stopping: [], answered: [] }))

/**
 * Has something ended before the process is.
 * @param name for the log
 * @param end resolves when nothing is under way any more; it is waited for a bounded time
 */
export const atProcessEnd = (phase: Phase, name: string, end: () => Promise<void>): void =>
  void endings[phase].push({ name, end })

/** Ends what belongs to a phase; never throws. */
export async function endPhase(phase: Phase): Promise<void> {
  await Promise.all(
    endings[phase].map(async ({ name, end }) => {
      try {
        await end()
      } catch (err) {
        log.error({ err, part: name }, 'A part of the site did not end in order')
      }
    }),
  )
}
