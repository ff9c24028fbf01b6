import type { Change } from '../../support/defences/check.ts'

/** What leaves out of an answer what its schema does not say. */
const malformed: Change = {
  file: 'sanity/answer-shape.ts',
  from: '  if (problem) {\n    report(problem)\n    return null\n  }\n',
  to: '  if (problem) report(problem)\n  if (shape !== undefined) return value\n',
}

/** A site that lets everything through takes more memory than it is given, and must not end before it was seen to fail. */
const memory: Change = {
  file: 'scripts/build/builds.ts',
  from: "'--max-old-space-size=512'",
  to: "'--max-old-space-size=2048'",
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
  pictures: [
    {
      file: 'sanity/image.ts',
      from: 'asset.lqip && TINY.test(asset.lqip) ? asset.lqip : undefined',
      to: 'asset.lqip ?? undefined',
    },
    {
      file: 'next.config.ts',
      from: "frame-ancestors 'none'; sandbox",
      to: "frame-ancestors 'none'",
    },
  ],
  malformed: [malformed, memory],
  log: [malformed],
  xml: [{ file: 'app/(site)/blog/rss.xml/route.ts', from: ".replace(NOT_XML, '')", to: '' }],
  formulas: [{ file: 'lib/csv.ts', from: 'escape_formulas: true', to: 'escape_formulas: false' }],
  calendar: [
    { file: 'lib/feeds/calendar.ts', from: 'name: escape(plain(name), false)', to: 'name' },
    { file: 'lib/feeds/calendar.ts', from: "text.replaceAll(/(?![\\t\\n\\r])\\p{Cc}/gu, '')", to: 'text' },
  ],
  heads: [{ file: 'lib/contact/message.ts', from: '!NOT_ONE_LINE.test(value)', to: "value !== 'none'" }],
  sizes: [
    {
      file: 'lib/http/body-limits.ts',
      from: "'/api/contact': 96 * KIB",
      to: "'/api/contact': 10 ** 9",
    },
  ],
  prototypes: [
    {
      file: 'app/api/_forms/form-route.ts',
      from: '    const fields: unknown = JSON.parse(body)\n',
      to: `    const fields: unknown = JSON.parse(body)
    const into: Record<string, object> = {}
    for (const [name, value] of Object.entries(fields as object)) Object.assign((into[name] ??= {}), value)
`,
    },
  ],
  addresses: [
    {
      file: 'lib/http/client-address.ts',
      from: 'chain[Math.max(0, chain.length - 1 - trustedProxies)]',
      to: 'chain[Math.min(0, trustedProxies)]',
    },
  ],
  patterns: [
    {
      file: 'components/article/code-block.tsx',
      from: 'stegaClean(value.code)?.trimEnd()',
      to: "stegaClean(value.code)?.replace(/\\s+$/, '')",
    },
  ],
} satisfies Record<string, Change[]>
