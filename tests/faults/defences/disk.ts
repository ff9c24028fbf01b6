import type { Change } from '../../support/defences/check.ts'

/** What holds while files cannot be written, and how it is taken away. */
export const disk = {
  /** What fails for every file is said once. */
  saidOnce: [
    {
      file: 'lib/cache/file-store.ts',
      from: '    if (this.#failing.has(what)) return false\n',
      to: '',
    },
  ],
} satisfies Record<string, Change[]>
