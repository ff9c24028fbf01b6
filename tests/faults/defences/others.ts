import { outgoing } from '../../attacks/defences/outgoing.ts'
import type { Change } from '../../support/defences/check.ts'

/** What holds while other services are out of order, and how it is taken away. */
export const others = {
  /** A mail that could not be sent waits to be sent again. */
  queue: [
    {
      file: 'lib/contact/delivery/worker.ts',
      from: 'return markFailed(db, delivery, code, new Date(clock().getTime() + wait))',
      to: 'return markDelivered(db, delivery, clock())',
    },
  ],
  /** The key of the voice vendor goes to no other address. */
  redirects: outgoing.redirects,
  /** A recording that does not come is not waited for. */
  recordings: [
    {
      file: 'lib/calls/recording.ts',
      from: 'vendor = await withDeadline(asked, DEADLINE.answer, tooSlow)',
      to: 'vendor = await asked',
    },
  ],
  /** A provider answers in time and in few words, or not at all. */
  providers: [
    {
      file: 'lib/integrations/bounded-fetch.ts',
      from: 'signal: AbortSignal.timeout(DEADLINE) })',
      to: 'signal: AbortSignal.timeout(100 * DEADLINE) })',
    },
  ],
} satisfies Record<string, Change[]>
