import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { issueTicket } from '../../lib/site/contact/ticket.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { until } from '../support/until.ts'
import { adminOf } from './support/member.ts'
import { startWatchedSite } from './support/watched-site.ts'

const { siteUrl } = stack.env
const outbox = join(stack.dataDir, 'outbox')

/** Returns the sent emails. The site creates the outbox folder with its first email. */
const mails = (): string[] => (existsSync(outbox) ? readdirSync(outbox) : [])

const ATTEMPTS = 30

const database = postgres(stack.env.databaseUrl, { max: 1 })

const forgetLimits = () => database`delete from rate_limits`

let site: Awaited<ReturnType<typeof startWatchedSite>>

beforeAll(async () => {
  site = await startWatchedSite('watched-input', { TRUSTED_PROXIES: '1' })
  // The first database request creates the tables, so the first form may fail.
  await until('the database tables', async () => (await contact({})).status < 500 || undefined)
  await forgetLimits()
})

afterAll(async () => {
  await forgetLimits()
  await database.end()
  await site.stop()
})

type Post = { at?: string; path?: string; body: string; type?: string; headers?: Record<string, string> }

const post = ({ at = siteUrl, path = '/api/contact', body, type = 'application/json', headers }: Post) =>
  fetch(at + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: siteUrl, 'content-type': type, ...headers },
    body,
  })

const ticket = () => issueTicket(stack.env.contact.secret, Date.now() - 60_000)

const SOUND = {
  name: 'Ada Byron',
  company: 'Byron Heating',
  email: 'ada@example.com',
  message: 'Who answers at night?',
}

const contact = (fields: Record<string, unknown>) => post({ body: JSON.stringify({ ...fields, ticket: ticket() }) })

const LINES = [
  '\r\nBcc: evil@evil.example',
  '\nBcc: evil@evil.example',
  '\rBcc: x',
  '\u0000',
  '\u0085Bcc: x',
  '\u2028Bcc: x',
  '\r\n\r\n<script>',
]

const DIRECTION_MARK = '\u202Egpj.exe'

check(
  {
    what: 'Forms: email header injection',
    tried: `${LINES.length} line breaks in name, company, email and phone; a bidi override, encoded words and addresses in names`,
    expected: 'returns 422; an accepted message is one plain-text email to the office',
  },
  async () => {
    const statuses: number[] = []
    for (const field of ['name', 'company', 'email', 'phone'] as const) {
      await forgetLimits()
      const isPasted = field === 'email' || field === 'phone'
      for (const line of isPasted ? LINES : [...LINES, DIRECTION_MARK]) {
        const value = field === 'email' ? `ada@example.com${line}x` : `+12125550142${line}x`
        statuses.push((await contact({ ...SOUND, [field]: value })).status)
      }
      const newsletter = await post({
        path: '/api/newsletter',
        body: JSON.stringify({ email: `ada@example.com${LINES[0]}`, ticket: ticket() }),
      })
      statuses.push(newsletter.status)
    }
    expect([...new Set(statuses)]).toEqual([422])
    const former = new Set(mails())
    await forgetLimits()
    const name = '"Eve" <evil@evil.example>, =?utf-8?Q?x=0D=0ABcc:_evil@evil.example?='
    const sent = await contact({
      ...SOUND,
      name,
      company: '=?utf-8?B?DQpCY2M6IGV2aWw=?=',
      message: '<script>x()</script>\n.\nQUIT',
    })
    expect(sent.status).toBe(200)
    const file = await until('the email', async () =>
      mails().find((each) => each.endsWith('.eml') && !former.has(each)),
    )
    const mail = readFileSync(join(outbox, file), 'utf8')
    const [head = ''] = mail.split('\r\n\r\n')
    const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
    expect(lines.map((line) => line.split(':')[0]?.toLowerCase()).toSorted()).toEqual([
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ])
    expect(lines).toContain(`To: ${stack.site.CONTACT_TO}`)
    expect(lines.find((line) => line.startsWith('Content-Type'))).toMatch(/text\/plain/)
    expect(lines.find((line) => line.startsWith('Reply-To'))).toMatch(/<ada@example\.com>$/)
    return `${statuses.length} times 422; one email with nine headers`
  },
)

const KILOBYTE = 1024

check(
  {
    what: 'Forms: size limits',
    tried: 'sent 200 KB and 2 MB as JSON and as a form; each field one character too long',
    expected: 'returns 413 for bodies and 422 for fields',
  },
  async () => {
    await forgetLimits()
    const statuses: number[] = []
    for (const size of [200, 2_000])
      for (const [type, before] of [
        ['application/json', '{"message":"'],
        ['application/x-www-form-urlencoded', 'message='],
      ] as const)
        statuses.push((await post({ body: `${before}${'a'.repeat(size * KILOBYTE)}`, type })).status)
    expect(statuses).toEqual([413, 413, 413, 413])
    const long = { name: 101, company: 121, phone: 41, message: 5_001 }
    for (const [field, length] of Object.entries(long))
      statuses.push((await contact({ ...SOUND, [field]: '1'.repeat(length) })).status)
    statuses.push((await contact({ ...SOUND, email: `${'a'.repeat(250)}@example.com` })).status)
    expect(statuses.slice(4)).toEqual([422, 422, 422, 422, 422])
    return '413 four times, 422 five times'
  },
)

const POLLUTING = [
  '{"__proto__":{"polluted":"yes"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"name":{"__proto__":{"polluted":"yes"}},"__proto__":{"__proto__":{"polluted":"yes"}}}',
  '[{"__proto__":{"polluted":"yes"}}]',
]
const POLLUTING_FIELDS = [
  '__proto__[polluted]=yes&__proto__.polluted=yes',
  'constructor[prototype][polluted]=yes&constructor.prototype.polluted=yes',
  '__proto__=yes&hasOwnProperty=yes&toString=yes&then=yes',
]

check(
  {
    what: 'Prototype pollution',
    tried: `${POLLUTING.length} bodies and ${POLLUTING_FIELDS.length} field sets, in bodies and queries of API routes and pages`,
    expected: 'never returns 5xx or changes Object.prototype',
  },
  async () => {
    await forgetLimits()
    const { url: at } = site
    const ask = await adminOf('org_prototypes')
    const statuses: [what: string, status: number][] = []
    const note = (what: string, { status }: Response) => statuses.push([what, status])
    for (const body of POLLUTING) {
      for (const path of [
        '/api/contact',
        '/api/newsletter',
        '/api/page-views',
        '/api/webhooks/voice',
        '/api/webhooks/clerk',
        '/api/revalidate',
        '/api/webhooks/voice/start',
      ])
        note(
          `${path} ${body}`,
          await post({ at, path, body, headers: { 'x-forwarded-for': `203.0.113.${statuses.length}` } }),
        )
      for (const path of ['/api/dashboard/leads', '/api/dashboard/settings', '/api/dashboard/appointments'])
        note(`${path} ${body}`, await ask(path, { method: path.endsWith('settings') ? 'PUT' : 'POST', body }, at))
    }
    for (const fields of POLLUTING_FIELDS) {
      const type = 'application/x-www-form-urlencoded'
      for (const path of ['/api/contact', '/api/newsletter'])
        note(
          `${path} ${fields}`,
          await post({ at, path, body: fields, type, headers: { 'x-forwarded-for': `203.0.113.${statuses.length}` } }),
        )
      for (const path of [
        '/search',
        '/blog',
        '/api/dashboard/leads',
        '/api/dashboard/calls',
        '/api/v1/leads',
        '/_next/image',
      ])
        note(`${path}?${fields}`, await ask(`${path}?${fields}`, {}, at))
    }
    const failed = statuses.filter(([, status]) => status >= 500)
    expect(failed).toEqual([])
    const before = site.noted().length
    await until(
      'another prototype check',
      async () =>
        site
          .noted()
          .slice(before)
          .some((line) => /^(?:clean|polluted)/.test(line)) || undefined,
    )
    expect(site.noted().filter((line) => line.startsWith('polluted'))).toEqual([])
    return `${statuses.length} requests, no 5xx, nothing polluted`
  },
)

/** Sends invalid forms, each with a different forwarded address. @returns the number of forms not rate-limited */
async function lookedAt(at: string, path: string, forwarded: (index: number) => string): Promise<number> {
  let count = 0
  for (let index = 0; index < ATTEMPTS + 5; index += 1) {
    const { status } = await post({
      at,
      path,
      body: '{}',
      headers: {
        'x-forwarded-for': forwarded(index),
        'x-real-ip': `192.0.2.${index}`,
        forwarded: `for=192.0.2.${index}`,
      },
    })
    if (status !== 429) count += 1
  }
  return count
}

check(
  {
    what: 'Forms: rate limit',
    tried: 'sent 35 forms, each with a different X-Forwarded-For, with and without a proxy',
    expected: 'accepts 30, then returns 429; behind a proxy it counts by the last entry',
  },
  async () => {
    const counts: number[] = []
    for (const path of ['/api/contact', '/api/newsletter']) {
      await forgetLimits()
      counts.push(await lookedAt(siteUrl, path, (index) => `192.0.2.${index}`))
      counts.push(await lookedAt(site.url, path, (index) => `192.0.2.${index}, 198.51.100.7`))
      const other = await post({
        at: site.url,
        path,
        body: '{}',
        headers: { 'x-forwarded-for': '198.51.100.7, 198.51.100.8' },
      })
      expect(other.status).not.toBe(429)
    }
    expect(counts).toEqual([ATTEMPTS, ATTEMPTS, ATTEMPTS, ATTEMPTS])
    return `${ATTEMPTS} of 35, four times`
  },
)
