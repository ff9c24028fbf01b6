import type { Change } from '../../support/defences/check.ts'

/** What keeps the local services running when one of them dies, and how it is taken away. */
export const local = {
  startedAgain: [
    {
      file: 'scripts/support/processes.ts',
      from: '    if (recent.length >= MOST_DEATHS) {',
      to: '    if (recent.length >= 1) {',
    },
  ],
} satisfies Record<string, Change[]>
