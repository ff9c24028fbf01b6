import type { Change } from '../../support/defences/check.ts'

/** What the HTTP front does against attacks, and how it is taken away. */
export const front = {
  methods: [
    {
      file: 'server/front.ts',
      from: "    if (!methods.includes(request.method ?? '')) return",
      to: "    if (request.method === 'none') return",
    },
    {
      file: 'server/front.ts',
      from: '      return isAction(request) ? answerAction(asked) : refuseMethod(asked, READ)',
      to: '      return answerByFramework(asked)',
    },
  ],
  oneAnswerAtATime: [
    { file: 'server/site-server.ts', from: '    connections.inTurn(front),', to: '    front,' },
    { file: 'server/site-server.ts', from: '  connections.watch(server)\n', to: '' },
  ],
  ownName: [
    {
      file: 'server/front.ts',
      from: '    if (!isAskedByOwnName(request.headers) && ',
      to: "    if (path === 'none' && ",
    },
    {
      file: 'server/front.ts',
      from: "    if (!request.url?.startsWith('/')) usePathOfAddress(request)\n",
      to: '',
    },
    { file: 'server/front.ts', from: '    useOwnHeaders(request)\n', to: '' },
  ],
  actions: [
    { file: 'server/action.ts', from: '  if (!isFromOwnPage(request, origin)) return CROSS_ORIGIN\n', to: '' },
    {
      file: 'server/action.ts',
      from: "  if (!PLAIN_BODY.test(headers['content-type'] ?? '')) return MALFORMED\n",
      to: '',
    },
    {
      file: 'server/action.ts',
      from: '  return isListOfArguments(body.toString()) ? undefined : MALFORMED',
      to: '  return body.length < 0 ? MALFORMED : undefined',
    },
  ],
  paths: [
    {
      file: 'server/front.ts',
      from: "    if (path.includes('%') && isMalformedPath(path)) return",
      to: "    if (path === 'none') return",
    },
    { file: 'server/front.ts', from: '    if (leadsNowhere(path)) return', to: "    if (path === 'nothing') return" },
  ],
  bodies: [
    {
      file: 'server/front.ts',
      from: '    request.limitBody(bodyLimit(path), () => {',
      to: '    request.limitBody(bodyLimit(path) * 1_000_000, () => {',
    },
    {
      file: 'server/site-response.ts',
      from: '    if (isStopping() || isEndless) this',
      to: '    if (isStopping()) this',
    },
  ],
  oldRequests: [
    {
      file: 'server/front.ts',
      from: '    if (request.httpVersionMajor < 1) return',
      to: '    if (request.httpVersionMajor < 0) return',
    },
  ],
  parser: [
    {
      file: 'server/site-server.ts',
      from: '      joinDuplicateHeaders: true,',
      to: '      insecureHTTPParser: true,',
    },
  ],
  storedByPath: [
    {
      file: 'server/front.ts',
      from: '    const kept = isRead(request) && !maySeeDrafts(request) ? stored.fresh(path) : undefined',
      to: "    const kept = request.method === 'none' ? stored.fresh(path) : undefined",
    },
    {
      file: 'server/front.ts',
      from: "    if (found === 'page') return sendFound(asked, await stored.find(asked.path))",
      to: "    if (found === 'page') return asked.query === '' ? answerByFramework(asked) : answerMade(asked)",
    },
  ],
  ownPath: [
    {
      file: 'lib/http/own-path.ts',
      from: "  return url.origin === new URL(siteUrl).origin && !url.pathname.startsWith('//') ? url : undefined",
      to: '  return url',
    },
    {
      file: 'lib/http/own-path.ts',
      from: "  return url ? `${url.pathname}${url.search}` : '/'",
      to: "  return url ? (address ?? '/') : '/'",
    },
  ],
  headers: [
    { file: 'server/security-headers.ts', from: "  'x-content-type-options': 'nosniff',\n", to: '' },
    { file: 'server/security-headers.ts', from: '  [OPENER_POLICY]: ALONE,\n', to: '' },
    {
      file: 'server/front.ts',
      from: "        [RESOURCE_POLICY]: resourcePolicy(type, own['cache-control']),\n",
      to: '',
    },
    { file: 'server/site-response.ts', from: '    this.#keepToOwnPages()\n', to: '' },
  ],
  trustedTypes: [{ file: 'lib/csp/site-policy.ts', from: '      ...(!hasForeignScripts && TRUSTED_TYPES),\n', to: '' }],
  policies: [
    {
      file: 'lib/csp/site-policy.ts',
      from: "      'script-src': [\"'self'\", ...scripts],",
      to: "      'script-src': [\"'self'\", \"'unsafe-inline'\"],",
    },
    {
      file: 'lib/csp/account-policy.ts',
      from: "      'base-uri': [\"'none'\"],\n",
      to: '',
    },
    { file: 'server/site-response.ts', from: "  'form-action': [\"'none'\"],\n", to: '' },
  ],
} satisfies Record<string, Change[]>
