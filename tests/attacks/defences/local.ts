import type { Change } from '../../support/defences/check.ts'

const QUICK: Change = {
  file: 'packages/content-lake/query/slow/pool.ts',
  from: 'const QUICK: Try = { isWallClock: true, ms: 30, steps: 5000, most: 200_000, characters: 20_000 }',
  to: 'const QUICK: Try = { isWallClock: true, ms: 60_000, characters: 200_000 }',
}

const ANSWER_SIZE: Change = {
  file: 'packages/content-lake/query/answer-size.ts',
  from: '    if (this.#characters <= MAX_ANSWER_CHARACTERS) return\n',
  to: '    if (this.#characters >= 0) return\n',
}

/** What the local servers and the search do against attacks, and how it is taken away. */
export const local = {
  slowQueries: [QUICK],
  answerSize: [ANSWER_SIZE, QUICK],
  malformedQueries: [
    {
      file: 'packages/content-lake/query/parse.ts',
      from: '    throw missing === undefined ? parseError(query, error) : missingParameter(query, missing)',
      to: '    throw missing === undefined ? error : missingParameter(query, missing)',
    },
  ],
  malformedBodies: [
    {
      file: 'packages/content-lake/http/services.ts',
      from: "    throw badRequest('Request body is not valid JSON')",
      to: "    throw new Error('Request body is not valid JSON')",
    },
  ],
  parameters: [
    {
      file: 'packages/content-lake/http/services.ts',
      from: 'parseJson(value, () => badRequest(`Parameter "${name}" is not valid JSON`))',
      to: 'JSON.parse(value)',
    },
  ],
  assetNames: [
    {
      file: 'packages/content-lake/assets/serve.ts',
      from: "= pathname.split('/')",
      to: "= pathname.split('/').map(decodeURIComponent)",
    },
    {
      file: 'packages/content-lake/assets/files.ts',
      from: '    if (!isDatasetName(dataset) || !isAssetFileName(kind, name)) return undefined\n',
      to: '',
    },
  ],
  pictures: [
    {
      file: 'packages/content-lake/assets/layout.ts',
      from: '  if (width * height <= Math.max(MAX_ENLARGED_PIXELS, source.width * source.height)) return\n',
      to: '  if (width * height > 0) return\n',
    },
  ],
  picturesInTurn: [
    {
      file: 'packages/content-lake/assets/turns.ts',
      from: '    if (this.#waiting.length >= MAX_WAITING) throw new TooMany()\n',
      to: '',
    },
  ],
  listeners: [
    {
      file: 'packages/content-lake/listen/listeners.ts',
      from: '    if (own >= MAX_OF_A_USER || all >= MAX_OF_ALL) throw tooMany()\n',
      to: '    if (all < 0) throw tooMany()\n',
    },
  ],
  filters: [
    {
      file: 'packages/content-lake/query/change.ts',
      from: 'const FILTER: Limit = { ms: 1000, most: 50_000 }',
      to: 'const FILTER: Limit = { ms: 10_000 }',
    },
  ],
  selections: [
    {
      file: 'packages/content-lake/query/select.ts',
      from: '{ ms: MAX_QUERY_CPU_MS, most: stepsLeft }',
      to: '{ ms: 10_000 }',
    },
  ],
  writes: [
    {
      file: 'packages/content-lake/access/permissions.ts',
      from: '  if (!user) throw unauthorized()\n  return user\n',
      to: "  return user ?? { id: 'nobody', name: '', email: '', role: 'administrator', isRobot: false }\n",
    },
  ],
  drafts: [
    {
      file: 'packages/content-lake/query/view.ts',
      from: 'anonymous && !isPublicId(id) ? undefined : snapshot.get(id)',
      to: 'anonymous && id === undefined ? undefined : snapshot.get(id)',
    },
    {
      file: 'packages/content-lake/http/documents.ts',
      from: "  if (!user && !isPublicId(id)) return [{ id, reason: 'permission' }]\n",
      to: '',
    },
  ],
  privateDatasets: [
    {
      file: 'packages/content-lake/http/services.ts',
      from: "  c.get('user') !== undefined || store.info(name)?.aclMode !== 'private'",
      to: "  c.get('user') !== undefined || store.info(name) !== null",
    },
  ],
  hosts: [
    {
      file: 'packages/content-lake/http/middleware.ts',
      from: '    if (!isLoopbackName(hostname) && !isKnown(hostname)) {',
      to: "    if (hostname === '' && !isKnown(hostname)) {",
    },
  ],
  searchIndex: [
    {
      file: 'lib/search/shared-index.ts',
      from: '  if (known) return known\n',
      to: '  if (known && pagesOf.length > 9) return known\n',
    },
  ],
  searches: [
    {
      file: 'server/front.ts',
      from: "if (path === SEARCH_PATH && query !== '' && !maySearch(request))",
      to: "if (path === SEARCH_PATH && query === 'none' && !maySearch(request))",
    },
  ],
} satisfies Record<string, Change[]>
