import type { Change } from '../../support/defences/check.ts'

/** What leaves out of an answer what its schema does not say. */
const malformed: Change = {
  file: 'sanity/answer-shape.ts',
  from: '  if (problem) {\n    report(problem)\n    return null\n  }\n',
  to: '  if (problem) report(problem)\n  if (shape !== undefined) return value\n',
}

/** What holds back editors' content, forms and exports, and how it is taken away. */
export const content = {
  links: [
    {
      file: 'lib/http/safe-href.ts',
      from: "  if (href.startsWith('/')) return ownAddress(href)\n",
      to: '  if (href !== OWN_ORIGIN) return href\n',
    },
  ],
  redirects: [
    {
      file: 'lib/http/redirects.ts',
      from: 'if (!WEB.has(url.protocol) || url.username || url.password) return undefined',
      to: 'if (url.username || url.password) return undefined',
    },
  ],
  markup: [{ file: 'lib/seo/json-ld/serialize.ts', from: '.replace(UNSAFE, escaped)', to: '' }],
  malformed: [malformed],
  log: [malformed],
  xml: [{ file: 'app/(site)/blog/rss.xml/route.ts', from: ".replace(NOT_XML, '')", to: '' }],
  patterns: [
    {
      file: 'components/article/code-block.tsx',
      from: 'stegaClean(value.code)?.trimEnd()',
      to: "stegaClean(value.code)?.replace(/\\s+$/, '')",
    },
  ],
} satisfies Record<string, Change[]>
