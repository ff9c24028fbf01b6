import type { Change } from '../../support/defences/check.ts'

/** What holds while the Content Lake is out of order, and how it is taken away. */
export const content = {
  lastGood: [
    {
      file: 'lib/cache/answers.ts',
      from: 'const lastGood = kept ?? (await this.#stored(key))',
      to: 'const lastGood = (await this.#stored(key))?.readAt === -1 ? kept : undefined',
    },
  ],
  /** What a dataset says that nobody may read is not believed. */
  emptiness: [
    {
      file: 'sanity/published.ts',
      from: '      await requireCredible(answer, lastGood)\n',
      to: '      if (lastGood === requireCredible) await requireCredible(answer, lastGood)\n',
    },
  ],
} satisfies Record<string, Change[]>
