import type { Change } from '../../support/defences/check.ts'

/** What has work done once, whoever dies, and how it is taken away. */
export const once = {
  /** A process that starts learns what was published before. */
  history: [
    {
      file: 'lib/cache/shared-tags.ts',
      from: 'for (const { tag, at, now } of rows) this.#tags.mark([tag], known - (now - at) + CLOCK_TOLERANCE_MS)',
      to: 'if (rows.length > CLOCK_TOLERANCE_MS * known) this.#tags.mark([])',
    },
  ],
  /** A call that comes again is known. */
  calls: [
    {
      file: 'lib/voice/receive.ts',
      from: "  if (!isNew) return { received: 'repeated', callId: call.id }\n",
      to: '',
    },
  ],
} satisfies Record<string, Change[]>
