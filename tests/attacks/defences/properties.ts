import type { Change } from '../../support/defences/check.ts'
import { front } from './front.ts'

/** What holds whatever is sent, and how it is taken away. */
export const properties = {
  clientAddress: [
    {
      file: 'lib/http/client-address.ts',
      from: 'const chain = [...forwarded, socket]',
      to: 'const chain = [...forwarded.slice(0, Math.max(1, trustedProxies)), socket]',
    },
  ],
  encodings: [
    {
      file: 'server/answer.ts',
      from: 'accepted.encoding([encoding]) !== undefined',
      to: "accepted && String(request.headers['accept-encoding']).includes(encoding)",
    },
  ],
  signatures: [
    {
      file: 'lib/voice/signature.ts',
      from: 'update(`${seconds}.${body}`)',
      to: 'update(`${seconds}.${body.trim()}`)',
    },
  ],
  waysBack: front.ownPath,
  links: [{ file: 'lib/http/safe-href.ts', from: " && !pathname.startsWith('//') ?", to: ' ?' }],
  redirects: [
    { file: 'lib/http/redirects.ts', from: "isOwn ? url.pathname.startsWith('//') :", to: 'isOwn ? false :' },
  ],
  spellings: [
    {
      file: 'lib/paths/canonical-path.ts',
      from: 'encodeURIComponent(text).replace(PLAIN, (escape) => decodeURIComponent(escape))',
      to: 'text',
    },
  ],
  cursors: [{ file: 'lib/db/list.ts', from: '? isMoment(value)', to: '? !Number.isNaN(Date.parse(value))' }],
  searches: [{ file: 'lib/db/list.ts', from: 'word.replaceAll("\'", "\'\'")', to: 'word' }],
  addressState: [
    {
      file: 'lib/query/address-state.ts',
      from: '    const { success, data } = field.safeParse(value)\n    if (success) return data\n',
      to: '    return field.safeParse(value).data ?? value\n',
    },
  ],
  phoneNumbers: [
    { file: 'lib/phone-number.ts', from: 'number?.isPossible() && E164.test(number.number) ?', to: 'number ?' },
  ],
  clocks: [{ file: 'lib/time/zone.ts', from: 'new Set([clock - DAY, clock + DAY].map(', to: 'new Set([clock].map(' }],
  onCall: [
    {
      file: 'lib/settings/on-call-hours.ts',
      from: ': minute >= from || minute < to',
      to: ': minute >= from || minute <= to',
    },
  ],
  mutations: [
    {
      file: 'packages/content-lake/store/mutations.ts',
      from: "if (existing && kind === 'create') throw alreadyExists(id)",
      to: "if (existing && kind === 'create' && id === '') throw alreadyExists(id)",
    },
  ],
  /** Either keeps a lead from those of another organization. */
  rows: [
    {
      file: 'lib/db/migrations/0005_dashboard.sql',
      from: "ON \"leads\" AS PERMISSIVE FOR ALL TO \"ductwise_site\" USING (organization_id = nullif(current_setting('app.organization_id', true), '')) WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''))",
      to: 'ON "leads" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (true) WITH CHECK (true)',
    },
    {
      file: 'lib/leads/store.ts',
      from: 'and(eq(leads.organizationId, organizationId), eq(leads.id, id))\n',
      to: 'and(organizationId ? undefined : undefined, eq(leads.id, id))\n',
    },
  ],
  permissions: [
    {
      file: 'app/api/dashboard/leads/[id]/route.ts',
      from: "export const PATCH = withAccess({ permission: 'org:leads:manage' }",
      to: "export const PATCH = withAccess({ permission: 'org:leads:read' }",
    },
  ],
} satisfies Record<string, Change[]>
