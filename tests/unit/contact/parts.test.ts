import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))

const written = vi.hoisted(() => ({
  contactProblems: { check: 'Almost there:', missingName: 'Tell us your name', pageTitle: 'Almost <there>' },
}))
vi.mock('../../../sanity/lake/fetch.ts', () => ({
  fetchContent: async ({ query }: { query: string }) => (query.includes('siteWords') ? written : null),
}))

import { answerPage, withForm } from '../../../app/api/_forms/answer-page.ts'
import { contactParts } from '../../../app/api/contact/form.ts'
import { ContactFields } from '../../../components/site/forms/contact-form.tsx'
import { ContactNotice, type Problem, faultText } from '../../../components/site/forms/contact-notice.tsx'
import {
  CONTACT_FAULTS,
  CONTACT_LIMITS,
  type ContactFault,
  type ContactField,
} from '../../../lib/site/contact/fields.ts'
import { backOff, errorCode } from '../../../lib/platform/jobs/retry.ts'
import { env } from '../../../lib/platform/env/env.ts'
import { clientKey } from '../../../lib/platform/http/rate-limit.ts'
import { setOwnAddress } from '../../../lib/platform/http/own-page.ts'
import { wordsFrom } from '../../../lib/site/ui-copy.ts'
import { closed, listening } from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const { contact: words, contactProblems: problemWords } = wordsFrom(null)

const renderForm = (props: Partial<ComponentProps<typeof ContactFields>> = {}) =>
  renderToStaticMarkup(createElement(ContactFields, { words, problemWords, reach: null, ...props }))

describe('the form', () => {
  it('labels each field, says what to fill in, and works by itself', () => {
    const html = renderForm()
    expect(html).toMatch(/<form[^>]* action="\/api\/contact" method="post"/)
    for (const name of ['name', 'email', 'company', 'phone', 'message']) {
      expect(html).toContain(`<label for="contact-${name}"`)
      expect(html).toMatch(new RegExp(`<\\w+(?=[^>]* id="contact-${name}")[^>]* name="${name}"`))
    }
    for (const token of ['name', 'email', 'organization', 'tel']) expect(html).toContain(`autoComplete="${token}"`)
  })

  it('shows what was written, harmlessly, and ties each error to its field', () => {
    const html = renderForm({
      values: { name: '"><script>x</script>', message: '</textarea><b>' },
      problem: { status: 'invalid', errors: { email: 'malformed' } },
    })
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;/textarea&gt;&lt;b&gt;')
    expect(html).toMatch(/aria-invalid="true" aria-describedby="contact-email-error"/)
    expect(html).toMatch(/<p id="contact-email-error"[^>]*>Check the email address: /)
  })

  it('says an error in the words of editors', () => {
    const html = renderForm({
      problem: { status: 'invalid', errors: { name: 'missing' } },
      problemWords: wordsFrom(written).contactProblems,
    })
    expect(html).toContain('>Tell us your name</p>')
  })
})

describe('the notice that there was no answer', () => {
  const NOTICE = /<div role="alert"[^>]*>/g

  it('is out of sight in the form, for the script of its page', () => {
    expect(renderForm().match(NOTICE)).toEqual([expect.stringContaining(' hidden=""')])
  })

  it('follows what the site has answered, which alone is focused', () => {
    const [answer, offline] = renderForm({ problem: { status: 'suspicious' } }).match(NOTICE) ?? []
    expect(answer).toContain('autofocus=""')
    expect(answer).not.toContain('hidden')
    expect(offline).toContain('hidden=""')
    expect(offline).not.toContain('autofocus')
  })
})

describe('what is wrong with a field', () => {
  const sentence = (field: ContactField, fault: ContactFault) => faultText(field, fault, words, problemWords)

  it.each([
    ['name', 'missing', 'Enter your name'],
    ['company', 'missing', 'Enter the name of your company'],
    ['email', 'missing', 'Enter your email address, so that we can answer'],
    ['message', 'missing', 'Write your message'],
    ['email', 'malformed', 'Check the email address: it should look like name@example.com'],
    ['phone', 'malformed', 'Check the phone number: digits, spaces and + ( ) - are fine'],
    ['name', 'long', 'Shorten “Your name” to 100 characters'],
    ['message', 'long', 'Shorten “Message” to 5000 characters'],
    ['company', 'control', 'Remove the control characters from “Company”'],
    ['phone', 'control', 'Remove the control characters from “Phone (optional)”'],
  ] as const)('%s, %s: %s', (field, fault, text) => expect(sentence(field, fault)).toBe(text))

  const fields = Object.keys(CONTACT_LIMITS) as ContactField[]
  const cases = fields.flatMap((field) => CONTACT_FAULTS.map((fault) => ({ field, fault })))

  it.each(cases)('$field, $fault: has a sentence without gaps', ({ field, fault }) => {
    expect(sentence(field, fault)).toMatch(/^[A-Z][^{}]{10,}$/)
  })

  it('is said in the words of editors, which may name the field as they do', () => {
    const ours = wordsFrom({ contact: { nameLabel: 'Name' }, contactProblems: { long: '{field}: {limit} at most' } })
    expect(faultText('name', 'long', ours.contact, ours.contactProblems)).toBe('Name: 100 at most')
  })
})

describe('the notice', () => {
  const reach = { phone: '+1 (212) 555-0142', email: 'hello@example.com' }
  const shown = (problem: Problem, ours = problemWords) =>
    renderToStaticMarkup(createElement(ContactNotice, { problem, reach, words, problemWords: ours }))

  it('is an alert that links to each field to correct', () => {
    const html = shown({ status: 'invalid', errors: { email: 'malformed' } })
    expect(html).toContain('role="alert"')
    expect(html).toMatch(/<a [^>]*href="#contact-email"[^>]*>Check the email address: /)
  })

  it('consists of the words of editors alone', () => {
    const marked = Object.entries(problemWords).map(([name, text]) => [name, `§${text.toUpperCase()}`])
    const ours = Object.fromEntries(marked) as typeof problemWords
    const problems: Problem[] = [
      { status: 'invalid', errors: { name: 'missing' } },
      { status: 'suspicious' },
      { status: 'ticket', ticket: '', waitMs: 1 },
      { status: 'limited', waitMs: 1 },
      { status: 'unavailable' },
      { status: 'offline' },
    ]
    for (const problem of problems) {
      const texts = shown(problem, ours)
        .split(/<[^>]+>/)
        .filter((text) => text.trim())
      expect(texts.length).toBeGreaterThan(1)
      for (const text of texts) expect(text).toMatch(/^ ?§/)
    }
  })

  it.each([{ status: 'unavailable' }, { status: 'offline' }, { status: 'limited', waitMs: 61_000 }] as Problem[])(
    'offers phone and mail when the form cannot help: $status',
    (problem) => {
      expect(shown(problem)).toContain('href="tel:+12125550142"')
      expect(shown(problem)).toContain('href="mailto:hello@example.com"')
    },
  )

  it('says how long to wait', () => {
    expect(shown({ status: 'limited', waitMs: 61_000 })).toContain('in 2 minutes.')
    expect(shown({ status: 'limited', waitMs: 5 })).toContain('in 1 minute.')
  })
})

it('withForm puts the form in the place of the page’s own', () => {
  const page = '<title>Contact</title><form class="a" id="contact-form" x="1"><input/></form><p>after</p>'
  const form = '<form id="contact-form">$& $1</form>'
  const html = withForm(page, { id: 'contact-form', form, titlePrefix: '$& Not sent yet: ' })
  expect(html).toBe(`<title>$& Not sent yet: Contact</title>${form}<p>after</p>`)
})

describe('the answer without JavaScript', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('says it in the words of editors, in the form and harmlessly in the title', async () => {
    stubSiteEnv()
    vi.stubGlobal('fetch', async () => new Response('<title>Contact</title><form id="contact-form"></form>'))
    const parts = await contactParts({}, { status: 'invalid', errors: { name: 'missing' } })
    const html = await (await answerPage('/contact', parts, { status: 422, headers: {} })).text()
    expect(html).toContain('<title>Almost &lt;there&gt;: Contact</title>')
    expect(html).toContain('>Almost there:</p>')
    expect(html.match(/>Tell us your name</g)).toHaveLength(2)
  })
})

describe('the answer without JavaScript in the production server', () => {
  const CSP = "default-src 'self'"
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CSP })
    response.end(`<title>Contact</title><form id="contact-form"></form>`)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    setOwnAddress(undefined)
    return closed(server)
  })

  it('does without a request to the public address, which may not lead here', async () => {
    stubSiteEnv()
    await listening(server)
    setOwnAddress(server.address() as AddressInfo)
    const fetched = vi.fn(async () => Promise.reject(new TypeError('fetch failed')))
    vi.stubGlobal('fetch', fetched)
    const parts = { id: 'contact-form', form: '<form id="contact-form">Again</form>', titlePrefix: '' }
    const response = await answerPage('/contact', parts, { status: 422, headers: {} })
    expect(await response.text()).toBe('<title>Contact</title><form id="contact-form">Again</form>')
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([422, CSP])
    expect(asked).toEqual([`${new URL(env().siteUrl).host}/contact`])
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('what a worker says and waits', () => {
  it('doubles the wait up to an hour and never gives up', () => {
    expect([1, 2, 3, 4].map(backOff)).toEqual([5_000, 10_000, 20_000, 40_000])
    expect(backOff(30)).toBe(3_600_000)
    expect(backOff(100_000)).toBe(3_600_000)
  })

  it('names an error by its code, never by its text', () => {
    const text = 'failed for ada@example.com'
    expect(errorCode(Object.assign(new Error(text), { code: 'EENVELOPE', responseCode: 550 }))).toBe('EENVELOPE 550')
    expect(errorCode(new Error(text, { cause: { code: 'ECONNREFUSED' } }))).toBe('ECONNREFUSED')
    expect(errorCode(new TypeError(text))).toBe('TypeError')
    expect(errorCode(text)).toBe('unknown')
  })
})

describe('clientKey', () => {
  const limit = { name: 'contact', count: 5, windowMs: 1 }
  const key = (address: string) => clientKey(limit, address, 'secret')

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
  ])('%s and %s are one client: %s', (a, b, same) => expect(key(a) === key(b)).toBe(same))

  it('does not show the address', () => expect(key('192.0.2.1')).not.toContain('192'))
})
