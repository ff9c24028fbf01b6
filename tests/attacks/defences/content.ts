import type { Change } from '../../support/defences/check.ts'

/** What holds back editors' content, forms and exports, and how it is taken away. */
export const content = {
  patterns: [
    {
      file: 'components/article/code-block.tsx',
      from: 'stegaClean(value.code)?.trimEnd()',
      to: "stegaClean(value.code)?.replace(/\\s+$/, '')",
    },
  ],
} satisfies Record<string, Change[]>
