import type { Change } from '../../support/defences/check.ts'

/** Believes what a token says, whoever made it. */
const UNVERIFIED = `/** Only in the copy without its defences. */
function unverified(requestHeaders: Headers): SessionClaims {
  const cookie = /(?:^|; )__session=([^;]*)/.exec(requestHeaders.get('cookie') ?? '')?.[1]
  const token = requestHeaders.get('authorization')?.replace('Bearer ', '') ?? cookie ?? ''
  const claims = token.split('.').flatMap((part) => {
    try {
      const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
      return read && typeof read === 'object' && 'o' in read ? [read as unknown as { sub: string; o: { id: string } }] : []
    } catch {
      return []
    }
  })[0]
  if (!claims) return SIGNED_OUT
  const all = ['leads', 'appointments', 'integrations', 'settings', 'second_factor_policy', 'lines']
  return {
    state: 'signed-in',
    userId: claims.sub,
    sessionId: 'sess_1',
    organization: { id: claims.o.id, slug: 'sample', role: 'org:admin' },
    permissions: all.flatMap((name) => ['org:' + name + ':read', 'org:' + name + ':manage']),
    features: all,
    plans: ['several_crews'],
    factorAges: [0, 0],
  }
}

let client: ClerkClient | undefined
`

/** Who may do what, and how it is taken away. */
export const access = {
  signature: [
    {
      file: 'lib/auth/middleware.ts',
      from: '  headers.set(SESSION_TOKEN_HEADER, sessionToken ?? NO_SESSION)\n',
      to: '  headers.delete(SESSION_TOKEN_HEADER)\n',
    },
    {
      file: 'lib/auth/session.ts',
      from: '  if (!auth?.userId',
      to: '  if (!auth?.userId) return unverified(requestHeaders)\n  if (!auth.userId',
    },
    { file: 'lib/auth/session.ts', from: 'let client: ClerkClient | undefined\n', to: UNVERIFIED },
  ],
  issuer: [{ file: 'lib/auth/session.ts', from: ' || auth.sessionClaims.iss !== issuer', to: '' }],
  authorizedParties: [
    { file: 'lib/auth/session.ts', from: ' authorizedParties: [siteUrl] ', to: '' },
    {
      file: 'lib/auth/middleware.ts',
      from: '      authorizedParties: [new URL(env().siteUrl).origin],\n',
      to: '',
    },
  ],
  pending: [
    {
      file: 'lib/auth/session-claims.ts',
      from: "  if (sessionStatus === 'pending') return { state: 'pending' }\n",
      to: '',
    },
  ],
  organizations: [
    {
      file: 'lib/auth/check-access.ts',
      from: "  if (rule.organization !== 'optional' && !claims.organization) return { reason: 'no-organization' }\n",
      to: '',
    },
    {
      file: 'lib/auth/for-member.ts',
      from: "  withOrganization(env().databaseUrl, organization.id, (tx) => work(tx, { kind: 'person', id: userId }))",
      to: `  import('next/headers').then(async ({ headers }) => {
    const named = (await headers()).get('x-organization') ?? organization.id
    return withOrganization(env().databaseUrl, named, (tx) => work(tx, { kind: 'person', id: userId }))
  })`,
    },
  ],
  permissions: [
    {
      file: 'lib/auth/check-access.ts',
      from: '  if (permission && !claims',
      to: "  if (String(permission) === '' && !claims",
    },
  ],
  staff: [
    {
      file: 'lib/auth/rights.ts',
      from: "  if (claims.state !== 'signed-in') return claims\n  if (staff",
      to: "  if (claims.state !== 'none') return claims\n  if (staff",
    },
  ],
  stepUp: [
    {
      file: 'lib/auth/check-access.ts',
      from: '  if (reverification && !isVerified',
      to: "  if (String(reverification) === '' && !isVerified",
    },
  ],
  unreadable: [
    {
      file: 'lib/auth/middleware.ts',
      from: 'headers: withoutUnreadableTokens(sent.headers)',
      to: 'headers: sent.headers',
    },
    { file: 'lib/auth/session.ts', from: 'headers: withoutUnreadableTokens(sent)', to: 'headers: sent' },
  ],
  rateLimits: [
    {
      file: 'lib/api/rate-limit.ts',
      from: '  if (count <= limit.count) return headers',
      to: '  if (count) return headers',
    },
  ],
  keyForms: [
    {
      file: 'lib/keys/key-owner.ts',
      from: '  if (!isKey(key)) return undefined\n',
      to: "  key = 'dw_' + key.split(',')[0]!.replace(/^dw_|%00$|A$/i, '')\n",
    },
  ],
  revoking: [{ file: 'lib/keys/store.ts', from: '.set({ revokedAt: sql`now()` })', to: '.set({ revokedAt: null })' }],
  scopes: [{ file: 'lib/api/authenticate.ts', from: 'if (scopes.includes(scope)) return', to: 'if (scopes) return' }],
  plans: [
    { file: 'lib/api/operation.ts', from: 'if (!(await hasApi(owner.organizationId)))', to: "if (owner.keyId === '')" },
  ],
  apiOrganizations: [
    {
      file: 'lib/api/operation.ts',
      from: '      owner.organizationId,\n      (organization)',
      to: "      request.headers.get('x-organization') ?? owner.organizationId,\n      (organization)",
    },
  ],
  constantTime: [
    {
      file: 'lib/secret.ts',
      from: '  return first.length === second.length && timingSafeEqual(first, second)\n',
      to: `  for (const [at, byte] of first.entries()) {
    if (byte !== second[at]) return false
    const until = performance.now() + 0.8
    while (performance.now() < until);
  }
  return first.length === second.length
`,
    },
  ],
  sameOrigin: [
    {
      file: 'lib/http/same-origin.ts',
      from: "  if (site && site !== 'same-origin') return false\n",
      to: "  if (site !== 'none at all') return true\n",
    },
  ],
  sharing: [
    {
      file: 'lib/auth/with-access.ts',
      from: "  own.set('Cache-Control', 'no-store')\n",
      to: "  own.set('Cache-Control', 'no-store')\n  own.set('Access-Control-Allow-Origin', '*')\n",
    },
  ],
  webhooks: [
    {
      file: 'app/api/revalidate/route.ts',
      from: "  if (!signature) return refuse(401, 'The signature is missing')\n",
      to: '',
    },
    {
      file: 'app/api/revalidate/route.ts',
      from: '  if (!(await isAuthentic(body, signature)))',
      to: "  if (signature === 'none')",
    },
    {
      file: 'app/api/webhooks/clerk/route.ts',
      from: "return await verifyWebhook(new NextRequest(url, { method: 'POST', headers, body }), { signingSecret })",
      to: 'return JSON.parse(body) as WebhookEvent',
    },
    {
      file: 'app/api/webhooks/voice/route.ts',
      from: '  if (!secrets.some((secret) => isSigned(',
      to: "  if (signature === 'none' && !secrets.some((secret) => isSigned(",
    },
    {
      file: 'app/api/webhooks/voice/start/route.ts',
      from: '  if (!secrets.some((secret) => isSameSecret(given, secret)))',
      to: "  if (given.endsWith('~~') && !secrets.some((secret) => isSameSecret(given, secret)))",
    },
  ],
  webhookBodies: [
    { file: 'lib/http/webhook.ts', from: 'readBody(request, limit)', to: 'readBody(request, limit * 1000)' },
  ],
  repeatedCalls: [
    {
      file: 'lib/voice/receive.ts',
      from: '      externalId: data.conversation_id,\n',
      to: '      externalId: data.conversation_id + Math.random(),\n',
    },
  ],
  repeatedEvents: [
    {
      file: 'lib/auth/organizations/events.ts',
      from: 'return deliveries.length > 0 ? undefined : findAbandoned(db, event)',
      to: 'return findAbandoned(db, event)',
    },
  ],
  texts: [
    {
      file: 'lib/http/json-texts.ts',
      from: "!text.includes('\\0') && text.isWellFormed()",
      to: "text !== 'none'",
    },
  ],
  origin: [
    {
      file: 'lib/auth/with-access.ts',
      from: '  if (!SAFE_METHODS.has(method) && !mayComeFrom',
      to: "  if (method === 'NONE' && !mayComeFrom",
    },
  ],
} satisfies Record<string, Change[]>
