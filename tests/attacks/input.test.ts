import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { issueTicket } from '../../lib/site/contact/ticket.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { pollUntil } from '../support/until.ts'
import { createAdminClient } from './support/member.ts'
import { startMonitoredSite } from './support/monitored-site.ts'

const { siteUrl } = stack.env
const outboxFolder = join(stack.dataDir, 'outbox')

/** Returns the sent emails. The site creates the outbox folder with its first email. */
const listMails = (): string[] => (existsSync(outboxFolder) ? readdirSync(outboxFolder) : [])

const MAX_ATTEMPTS = 30

const database = postgres(stack.env.databaseUrl, { max: 1 })

const resetRateLimits = () => database`delete from rate_limits`

let site: Awaited<ReturnType<typeof startMonitoredSite>>

beforeAll(async () => {
  site = await startMonitoredSite('watched-input', { TRUSTED_PROXIES: '1' })
  // The first database request creates the tables, so the first form may fail.
  await pollUntil('the database tables', async () => (await submitContact({})).status < 500 || undefined)
  await resetRateLimits()
})

afterAll(async () => {
  await resetRateLimits()
  await database.end()
  await site.stop()
})

type PostOptions = { at?: string; path?: string; body: string; type?: string; headers?: Record<string, string> }

const post = ({ at = siteUrl, path = '/api/contact', body, type = 'application/json', headers }: PostOptions) =>
  fetch(at + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: siteUrl, 'content-type': type, ...headers },
    body,
  })

const createTicket = () => issueTicket(stack.env.contact.secret, Date.now() - 60_000)

const VALID_FIELDS = {
  name: 'Ada Byron',
  company: 'Byron Heating',
  email: 'ada@example.com',
  message: 'Who answers at night?',
}

const submitContact = (fields: Record<string, unknown>) =>
  post({ body: JSON.stringify({ ...fields, ticket: createTicket() }) })

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
      await resetRateLimits()
      const isPasted = field === 'email' || field === 'phone'
      for (const line of isPasted ? LINES : [...LINES, DIRECTION_MARK]) {
        const value = field === 'email' ? `ada@example.com${line}x` : `+12125550142${line}x`
        statuses.push((await submitContact({ ...VALID_FIELDS, [field]: value })).status)
      }
      const newsletterResponse = await post({
        path: '/api/newsletter',
        body: JSON.stringify({ email: `ada@example.com${LINES[0]}`, ticket: createTicket() }),
      })
      statuses.push(newsletterResponse.status)
    }
    expect([...new Set(statuses)]).toEqual([422])
    const previousMails = new Set(listMails())
    await resetRateLimits()
    const name = '"Eve" <evil@evil.example>, =?utf-8?Q?x=0D=0ABcc:_evil@evil.example?='
    const response = await submitContact({
      ...VALID_FIELDS,
      name,
      company: '=?utf-8?B?DQpCY2M6IGV2aWw=?=',
      message: '<script>x()</script>\n.\nQUIT',
    })
    expect(response.status).toBe(200)
    const file = await pollUntil('the email', async () =>
      listMails().find((file) => file.endsWith('.eml') && !previousMails.has(file)),
    )
    const mail = readFileSync(join(outboxFolder, file), 'utf8')
    const [mailHeaders = ''] = mail.split('\r\n\r\n')
    const lines = mailHeaders.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
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

const KILOBYTE_BYTES = 1024

check(
  {
    what: 'Forms: size limits',
    tried: 'sent 200 KB and 2 MB as JSON and as a form; each field one character too long',
    expected: 'returns 413 for bodies and 422 for fields',
  },
  async () => {
    await resetRateLimits()
    const statuses: number[] = []
    for (const size of [200, 2_000])
      for (const [type, bodyStart] of [
        ['application/json', '{"message":"'],
        ['application/x-www-form-urlencoded', 'message='],
      ] as const)
        statuses.push((await post({ body: `${bodyStart}${'a'.repeat(size * KILOBYTE_BYTES)}`, type })).status)
    expect(statuses).toEqual([413, 413, 413, 413])
    const oversizedLengths = { name: 101, company: 121, phone: 41, message: 5_001 }
    for (const [field, length] of Object.entries(oversizedLengths))
      statuses.push((await submitContact({ ...VALID_FIELDS, [field]: '1'.repeat(length) })).status)
    statuses.push((await submitContact({ ...VALID_FIELDS, email: `${'a'.repeat(250)}@example.com` })).status)
    expect(statuses.slice(4)).toEqual([422, 422, 422, 422, 422])
    return '413 four times, 422 five times'
  },
)

const POLLUTING_BODIES = [
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
    tried: `${POLLUTING_BODIES.length} bodies and ${POLLUTING_FIELDS.length} field sets, in bodies and queries of API routes and pages`,
    expected: 'never returns 5xx or changes Object.prototype',
  },
  async () => {
    await resetRateLimits()
    const { url: baseUrl } = site
    const fetchAsAdmin = await createAdminClient('org_prototypes')
    const statuses: [what: string, status: number][] = []
    const addStatus = (label: string, { status }: Response) => statuses.push([label, status])
    for (const body of POLLUTING_BODIES) {
      for (const path of [
        '/api/contact',
        '/api/newsletter',
        '/api/page-views',
        '/api/webhooks/voice',
        '/api/webhooks/clerk',
        '/api/revalidate',
        '/api/webhooks/voice/start',
      ])
        addStatus(
          `${path} ${body}`,
          await post({ at: baseUrl, path, body, headers: { 'x-forwarded-for': `203.0.113.${statuses.length}` } }),
        )
      for (const path of ['/api/dashboard/leads', '/api/dashboard/settings', '/api/dashboard/appointments'])
        addStatus(
          `${path} ${body}`,
          await fetchAsAdmin(path, { method: path.endsWith('settings') ? 'PUT' : 'POST', body }, baseUrl),
        )
    }
    for (const fields of POLLUTING_FIELDS) {
      const type = 'application/x-www-form-urlencoded'
      for (const path of ['/api/contact', '/api/newsletter'])
        addStatus(
          `${path} ${fields}`,
          await post({
            at: baseUrl,
            path,
            body: fields,
            type,
            headers: { 'x-forwarded-for': `203.0.113.${statuses.length}` },
          }),
        )
      for (const path of [
        '/search',
        '/blog',
        '/api/dashboard/leads',
        '/api/dashboard/calls',
        '/api/v1/leads',
        '/_next/image',
      ])
        addStatus(`${path}?${fields}`, await fetchAsAdmin(`${path}?${fields}`, {}, baseUrl))
    }
    const serverErrors = statuses.filter(([, status]) => status >= 500)
    expect(serverErrors).toEqual([])
    const lineCountBefore = site.readLog().length
    await pollUntil(
      'another prototype check',
      async () =>
        site
          .readLog()
          .slice(lineCountBefore)
          .some((line) => /^(?:clean|polluted)/.test(line)) || undefined,
    )
    expect(site.readLog().filter((line) => line.startsWith('polluted'))).toEqual([])
    return `${statuses.length} requests, no 5xx, nothing polluted`
  },
)

/** Sends invalid forms, each with a different forwarded address. @returns the number of forms not rate-limited */
async function countAcceptedForms(
  baseUrl: string,
  path: string,
  getForwardedFor: (index: number) => string,
): Promise<number> {
  let count = 0
  for (let index = 0; index < MAX_ATTEMPTS + 5; index += 1) {
    const { status } = await post({
      at: baseUrl,
      path,
      body: '{}',
      headers: {
        'x-forwarded-for': getForwardedFor(index),
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
      await resetRateLimits()
      counts.push(await countAcceptedForms(siteUrl, path, (index) => `192.0.2.${index}`))
      counts.push(await countAcceptedForms(site.url, path, (index) => `192.0.2.${index}, 198.51.100.7`))
      const response = await post({
        at: site.url,
        path,
        body: '{}',
        headers: { 'x-forwarded-for': '198.51.100.7, 198.51.100.8' },
      })
      expect(response.status).not.toBe(429)
    }
    expect(counts).toEqual([MAX_ATTEMPTS, MAX_ATTEMPTS, MAX_ATTEMPTS, MAX_ATTEMPTS])
    return `${MAX_ATTEMPTS} of 35, four times`
  },
)
