import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))

const customLabels = vi.hoisted(() => ({
  contactProblems: { check: 'Almost there:', missingName: 'Tell us your name', pageTitle: 'Almost <there>' },
}))
vi.mock('../../../sanity/lake/fetch.ts', () => ({
  fetchContent: async ({ query }: { query: string }) => (query.includes('siteWords') ? customLabels : null),
}))

import { renderFormPage, replaceForm } from '../../../app/api/_forms/form-page.ts'
import { buildContactParts } from '../../../app/api/contact/form.ts'
import { ContactFields } from '../../../components/site/forms/contact-form.tsx'
import { ContactNotice, type Problem, formatFault } from '../../../components/site/forms/contact-notice.tsx'
import {
  CONTACT_FAULTS,
  CONTACT_LIMITS,
  type ContactFault,
  type ContactField,
} from '../../../lib/site/contact/fields.ts'
import { computeRetryDelayMs, getErrorCode } from '../../../lib/platform/jobs/retry.ts'
import { env } from '../../../lib/platform/env/env.ts'
import { buildClientKey } from '../../../lib/platform/http/rate-limit.ts'
import { setServerAddress } from '../../../lib/platform/http/site-page.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { closeServer, listenOnFreePort } from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const { contact: contactCopy, contactProblems: problemCopy } = resolveCopy(null)

const renderForm = (props: Partial<ComponentProps<typeof ContactFields>> = {}) =>
  renderToStaticMarkup(
    createElement(ContactFields, { labels: contactCopy, problemLabels: problemCopy, contactDetails: null, ...props }),
  )

describe('contact form', () => {
  it('labels each field, enables autofill and works without JavaScript', () => {
    const html = renderForm()
    expect(html).toMatch(/<form[^>]* action="\/api\/contact" method="post"/)
    for (const name of ['name', 'email', 'company', 'phone', 'message']) {
      expect(html).toContain(`<label for="contact-${name}"`)
      expect(html).toMatch(new RegExp(`<\\w+(?=[^>]* id="contact-${name}")[^>]* name="${name}"`))
    }
    for (const token of ['name', 'email', 'organization', 'tel']) expect(html).toContain(`autoComplete="${token}"`)
  })

  it('escapes submitted values and links each error to its field', () => {
    const html = renderForm({
      values: { name: '"><script>x</script>', message: '</textarea><b>' },
      problem: { status: 'invalid', errors: { email: 'malformed' } },
    })
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;/textarea&gt;&lt;b&gt;')
    expect(html).toMatch(/aria-invalid="true" aria-describedby="contact-email-error"/)
    expect(html).toMatch(/<p id="contact-email-error"[^>]*>Check the email address: /)
  })

  it("uses the editors' error texts", () => {
    const html = renderForm({
      problem: { status: 'invalid', errors: { name: 'missing' } },
      problemLabels: resolveCopy(customLabels).contactProblems,
    })
    expect(html).toContain('>Tell us your name</p>')
  })
})

describe('offline notice', () => {
  const NOTICE = /<div role="alert"[^>]*>/g

  it('is hidden in the form until the page script shows it', () => {
    expect(renderForm().match(NOTICE)).toEqual([expect.stringContaining(' hidden=""')])
  })

  it("follows the server's notice, and only the server's notice receives focus", () => {
    const [answer, offline] = renderForm({ problem: { status: 'suspicious' } }).match(NOTICE) ?? []
    expect(answer).toContain('autofocus=""')
    expect(answer).not.toContain('hidden')
    expect(offline).toContain('hidden=""')
    expect(offline).not.toContain('autofocus')
  })
})

describe('field errors', () => {
  const describeFault = (field: ContactField, fault: ContactFault) =>
    formatFault(field, fault, contactCopy, problemCopy)

  it.each([
    ['name', 'missing', 'Enter your name'],
    ['company', 'missing', 'Enter your company name'],
    ['email', 'missing', 'Enter your email so we can reply'],
    ['message', 'missing', 'Enter a message'],
    ['email', 'malformed', 'Check the email address: it should look like name@example.com'],
    ['phone', 'malformed', 'Check the phone number: digits, spaces and + ( ) - are fine'],
    ['name', 'long', 'Shorten “Your name” to 100 characters'],
    ['message', 'long', 'Shorten “Message” to 5000 characters'],
    ['company', 'control', 'Remove the hidden characters from “Company”'],
    ['phone', 'control', 'Remove the hidden characters from “Phone (optional)”'],
  ] as const)('for %s (%s) are "%s"', (field, fault, text) => expect(describeFault(field, fault)).toBe(text))

  const fields = Object.keys(CONTACT_LIMITS) as ContactField[]
  const cases = fields.flatMap((field) => CONTACT_FAULTS.map((fault) => ({ field, fault })))

  it.each(cases)('have complete sentences: $field, $fault', ({ field, fault }) => {
    expect(describeFault(field, fault)).toMatch(/^[A-Z][^{}]{10,}$/)
  })

  it("use the editors' texts and field labels", () => {
    const customCopy = resolveCopy({
      contact: { nameLabel: 'Name' },
      contactProblems: { long: '{field}: {limit} at most' },
    })
    expect(formatFault('name', 'long', customCopy.contact, customCopy.contactProblems)).toBe('Name: 100 at most')
  })
})

describe('contact notice', () => {
  const contactDetails = { phone: '+1 (212) 555-0142', email: 'hello@example.com' }
  const renderProblem = (problem: Problem, copy = problemCopy) =>
    renderToStaticMarkup(
      createElement(ContactNotice, { problem, contactDetails, labels: contactCopy, problemLabels: copy }),
    )

  it('is an alert with a link to each invalid field', () => {
    const html = renderProblem({ status: 'invalid', errors: { email: 'malformed' } })
    expect(html).toContain('role="alert"')
    expect(html).toMatch(/<a [^>]*href="#contact-email"[^>]*>Check the email address: /)
  })

  it("uses only the editors' texts", () => {
    const markedEntries = Object.entries(problemCopy).map(([name, text]) => [name, `§${text.toUpperCase()}`])
    const customCopy = Object.fromEntries(markedEntries) as typeof problemCopy
    const problems: Problem[] = [
      { status: 'invalid', errors: { name: 'missing' } },
      { status: 'suspicious' },
      { status: 'ticket', ticket: '', waitMs: 1 },
      { status: 'limited', waitMs: 1 },
      { status: 'unavailable' },
      { status: 'offline' },
    ]
    for (const problem of problems) {
      const texts = renderProblem(problem, customCopy)
        .split(/<[^>]+>/)
        .filter((text) => text.trim())
      expect(texts.length).toBeGreaterThan(1)
      for (const text of texts) expect(text).toMatch(/^ ?§/)
    }
  })

  it.each([{ status: 'unavailable' }, { status: 'offline' }, { status: 'limited', waitMs: 61_000 }] as Problem[])(
    'offers phone and email when the form cannot be sent: $status',
    (problem) => {
      expect(renderProblem(problem)).toContain('href="tel:+12125550142"')
      expect(renderProblem(problem)).toContain('href="mailto:hello@example.com"')
    },
  )

  it('shows how long to wait', () => {
    expect(renderProblem({ status: 'limited', waitMs: 61_000 })).toContain('in 2 minutes.')
    expect(renderProblem({ status: 'limited', waitMs: 5 })).toContain('in 1 minute.')
  })
})

it('replaceForm replaces the form of the page', () => {
  const page = '<title>Contact</title><form class="a" id="contact-form" x="1"><input/></form><p>after</p>'
  const form = '<form id="contact-form">$& $1</form>'
  const html = replaceForm(page, { id: 'contact-form', form, titlePrefix: '$& Not sent yet: ' })
  expect(html).toBe(`<title>$& Not sent yet: Contact</title>${form}<p>after</p>`)
})

describe('response without JavaScript', () => {
  afterEach(() => vi.unstubAllGlobals())

  it("uses the editors' texts in the form and escapes them in the title", async () => {
    stubSiteEnv()
    vi.stubGlobal('fetch', async () => new Response('<title>Contact</title><form id="contact-form"></form>'))
    const parts = await buildContactParts({}, { status: 'invalid', errors: { name: 'missing' } })
    const html = await (await renderFormPage('/contact', parts, { status: 422, headers: {} })).text()
    expect(html).toContain('<title>Almost &lt;there&gt;: Contact</title>')
    expect(html).toContain('>Almost there:</p>')
    expect(html.match(/>Tell us your name</g)).toHaveLength(2)
  })
})

describe('response without JavaScript in production', () => {
  const CSP = "default-src 'self'"
  const requestedUrls: (string | undefined)[] = []
  const server = createServer((request, response) => {
    requestedUrls.push(`${request.headers.host}${request.url}`)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CSP })
    response.end(`<title>Contact</title><form id="contact-form"></form>`)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    setServerAddress(undefined)
    return closeServer(server)
  })

  it('fetches the page from its own server instead of the public address', async () => {
    stubSiteEnv()
    await listenOnFreePort(server)
    setServerAddress(server.address() as AddressInfo)
    const fetchMock = vi.fn(async () => Promise.reject(new TypeError('fetch failed')))
    vi.stubGlobal('fetch', fetchMock)
    const parts = { id: 'contact-form', form: '<form id="contact-form">Again</form>', titlePrefix: '' }
    const response = await renderFormPage('/contact', parts, { status: 422, headers: {} })
    expect(await response.text()).toBe('<title>Contact</title><form id="contact-form">Again</form>')
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([422, CSP])
    expect(requestedUrls).toEqual([`${new URL(env().siteUrl).host}/contact`])
    expect(fetchMock).not.toHaveBeenCalled()
  })
})

describe('contact worker', () => {
  it('doubles the retry delay up to one hour and never gives up', () => {
    expect([1, 2, 3, 4].map(computeRetryDelayMs)).toEqual([5_000, 10_000, 20_000, 40_000])
    expect(computeRetryDelayMs(30)).toBe(3_600_000)
    expect(computeRetryDelayMs(100_000)).toBe(3_600_000)
  })

  it('logs error codes instead of error messages', () => {
    const text = 'failed for ada@example.com'
    expect(getErrorCode(Object.assign(new Error(text), { code: 'EENVELOPE', responseCode: 550 }))).toBe('EENVELOPE 550')
    expect(getErrorCode(new Error(text, { cause: { code: 'ECONNREFUSED' } }))).toBe('ECONNREFUSED')
    expect(getErrorCode(new TypeError(text))).toBe('TypeError')
    expect(getErrorCode(text)).toBe('unknown')
  })
})

describe('buildClientKey', () => {
  const limit = { name: 'contact', count: 5, windowMs: 1 }
  const buildKey = (address: string) => buildClientKey(limit, address, 'secret')

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['::1', '127.0.0.1', false],
    ['64:ff9b::192.0.2.1', '192.0.2.1', true],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2', false],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['unknown', 'hidden', false],
  ])('groups %s and %s as one client: %s', (a, b, isSame) => expect(buildKey(a) === buildKey(b)).toBe(isSame))

  it('does not contain the address', () => expect(buildKey('192.0.2.1')).not.toContain('192'))
})
