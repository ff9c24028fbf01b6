import type { Change } from '../../support/defences/check.ts'

/** What holds while the Content Lake is out of order, and how it is taken away. */
export const content = {
  lastGood: [
    {
      file: 'lib/cache/answers.ts',
      from: 'const lastGood = kept ?? (await this.#stored(key))',
      to: 'const lastGood = undefined as Kept | undefined',
    },
  ],
  /** What a dataset says that nobody may read is not believed. */
  emptiness: [
    {
      file: 'sanity/published.ts',
      from: '      await requireCredible(answer, lastGood)\n',
      to: '',
    },
  ],
} satisfies Record<string, Change[]>
