// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CONTACT_TICKET_PATH } from '../../../lib/dom-contract.ts'
import { find, leavePage } from './fake-browser.ts'

type Body = URLSearchParams

let requests: { address: string; init: RequestInit }[]

/** Stubs `fetch` with the responses in order; the last one repeats. @returns the submitted forms */
function mockResponses(...answers: (object | Promise<object>)[]): Body[] {
  const sentBodies: Body[] = []
  vi.stubGlobal('fetch', async (address: string, init: Omit<RequestInit, 'body'> & { body?: Body }) => {
    requests.push({ address, init })
    if (!init.body) return Response.json({ ticket: 'first', waitMs: 0 })
    sentBodies.push(new URLSearchParams(init.body))
    return Response.json(await answers[Math.min(sentBodies.length, answers.length) - 1])
  })
  return sentBodies
}

const OFFLINE_NOTICE_HTML = '<p role="alert" tabindex="-1" hidden>No answer</p>'
const FIELDS = '<input name="email"><input name="website" tabindex="-1"><button>Send</button>'

const buildTicketFields = (ticket: string) => ({
  form: `<form><p role="alert" tabindex="-1" autofocus>Once more</p>${OFFLINE_NOTICE_HTML}${FIELDS}<input type="hidden" name="ticket" value="${ticket}"></form>`,
})

const findField = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
const readVisibleAlerts = () =>
  [...document.querySelectorAll('[role=alert]:not([hidden])')].map((notice) => notice.textContent).join()

async function submitAndWait(): Promise<void> {
  find('button').click()
  await vi.waitFor(() => expect(location.hash).toBe('#sent'))
}

async function startForms(): Promise<void> {
  leavePage()
  vi.resetModules()
  const forms = await import('../../../browser/forms.ts')
  forms.startForms()
}

beforeEach(async () => {
  requests = []
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  const form = `<form id="contact-form" action="https://site.example/api/contact">${OFFLINE_NOTICE_HTML}${FIELDS}</form>`
  document.body.innerHTML = `<div><p id="sent" data-sent tabindex="-1">Arrived</p>${form}</div>`
  await startForms()
})

describe('form', () => {
  it("is submitted up to three times with the latest ticket and then shows the server's form", async () => {
    const ticketResponse = { status: 'ticket', ticket: 'next', waitMs: 0, ...buildTicketFields('next') }
    const sentBodies = mockResponses(ticketResponse)
    findField('email').focus()
    findField('email').value = 'ada@example.com'
    find('button').click()
    await vi.waitFor(() => expect(readVisibleAlerts()).toBe('Once more'))
    expect(sentBodies.map((fields) => fields.get('ticket'))).toEqual(['first', 'next', 'next'])
    expect(document.activeElement).toBe(find('[role=alert]'))
    expect(find('[role=alert]').hasAttribute('autofocus')).toBe(false)
    expect(findField('email').value).toBe('ada@example.com')

    const sentAgain = mockResponses({ status: 'sent' })
    await submitAndWait()
    expect(sentAgain[0]?.get('ticket')).toBe('next')
    expect(document.activeElement).toBe(find('#sent'))
    expect(readVisibleAlerts()).toBe('')
    expect(findField('email').value).toBe('')
  })

  it('shows the network error if the response contains no form', async () => {
    mockResponses({ error: 'Cross-origin form submission blocked' })
    findField('email').value = 'ada@example.com'
    find('button').click()
    await vi.waitFor(() => expect(readVisibleAlerts()).toBe('No answer'))
    expect(document.activeElement).toBe(find('[role=alert]'))
    expect(findField('email').value).toBe('ada@example.com')
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
  })

  it('fetches one uncached ticket on focus and another after submission', async () => {
    mockResponses({ status: 'sent' })
    const listTicketRequests = () => requests.filter(({ address }) => address === CONTACT_TICKET_PATH)
    findField('email').focus()
    findField('website').focus()
    expect(listTicketRequests()).toEqual([{ address: CONTACT_TICKET_PATH, init: { cache: 'no-store' } }])
    await submitAndWait()
    expect(listTicketRequests()).toHaveLength(1)
    findField('email').focus()
    expect(listTicketRequests()).toHaveLength(2)
  })

  it('fetches a ticket if it had focus before the script loaded', async () => {
    mockResponses({ status: 'sent' })
    leavePage()
    findField('email').focus()
    expect(requests).toEqual([])
    await startForms()
    expect(requests.map(({ address }) => address)).toEqual([CONTACT_TICKET_PATH])
  })

  it.each(['pointerover', 'touchstart'])('fetches its ticket on %s', (eventName) => {
    mockResponses({ status: 'sent' })
    expect(requests).toEqual([])
    find('button').dispatchEvent(new Event(eventName, { bubbles: true }))
    find('button').dispatchEvent(new Event(eventName, { bubbles: true }))
    expect(requests.map(({ address }) => address)).toEqual([CONTACT_TICKET_PATH])
  })

  it('is submitted to its action URL and requests JSON', async () => {
    mockResponses({ status: 'sent' })
    await submitAndWait()
    expect(requests.at(-1)).toMatchObject({
      address: 'https://site.example/api/contact',
      init: { method: 'POST', headers: { accept: 'application/json' } },
    })
  })

  it('is submitted once despite repeated clicks and shows a busy state', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const sentBodies = mockResponses(promise)
    find('button').click()
    find('button').click()
    expect(find('form').getAttribute('aria-busy')).toBe('true')
    await vi.waitFor(() => expect(sentBodies.length).toBeGreaterThan(0))
    find('button').click()
    resolve({ status: 'sent' })
    await vi.waitFor(() => expect(location.hash).toBe('#sent'))
    expect(sentBodies).toHaveLength(1)
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
  })

  it('is submitted without a ticket if fetching one fails', async () => {
    const sentBodies = mockResponses({ form: `<form><p>Look again</p>${FIELDS}</form>` })
    const originalFetch = fetch
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      if (address === CONTACT_TICKET_PATH) throw new TypeError('Failed to fetch')
      return originalFetch(address, init)
    })
    find('button').click()
    await vi.waitFor(() => expect(find('form').textContent).toContain('Look again'))
    expect(sentBodies.map((fields) => fields.get('ticket'))).toEqual([''])
  })

  it('returns to its original page after submission from a response page', async () => {
    mockResponses({ status: 'sent' })
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    find('form').insertAdjacentHTML('beforeend', '<input type="hidden" name="page" value="/pricing">')
    find('button').click()
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/pricing#sent'))
  })

  it('keeps visible input and discards honeypot and hidden values when replaced', async () => {
    const hiddenInput = '<input type="hidden" name="kind" value="of the answer">'
    mockResponses({ form: `<form><p>Look again</p>${FIELDS}${hiddenInput}<input name="more" value="new"></form>` })
    find('form').insertAdjacentHTML('beforeend', hiddenInput.replace('of the answer', 'of the page'))
    findField('email').value = 'ada@example.com'
    findField('website').value = 'written by a robot'
    find('button').click()
    await vi.waitFor(() => expect(find('form').textContent).toContain('Look again'))
    const values = ['email', 'website', 'kind', 'more'].map((name) => findField(name).value)
    expect(values).toEqual(['ada@example.com', '', 'of the answer', 'new'])
  })

  it('waits for the delay in the response before it resubmits', async () => {
    const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout')
    const sentBodies = mockResponses({ status: 'ticket', ticket: 'next', waitMs: 7 }, { status: 'sent' })
    await submitAndWait()
    expect(sentBodies).toHaveLength(2)
    expect(setTimeoutSpy.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(7)
    setTimeoutSpy.mockRestore()
  })

  it('replaces earlier messages with the network error on every failure', async () => {
    mockResponses({})
    find('form').insertAdjacentHTML('afterbegin', '<p role="alert">Of the answer before</p>')
    for (const _ of [1, 2]) {
      find('button').click()
      expect(find('form').hasAttribute('aria-busy')).toBe(true)
      await vi.waitFor(() => expect(find('form').hasAttribute('aria-busy')).toBe(false))
      expect(readVisibleAlerts()).toBe('No answer')
    }
    mockResponses({ status: 'sent' })
    await submitAndWait()
    expect(find('form').querySelectorAll('[name]')).toHaveLength(2)
  })

  it('also handles the newsletter', async () => {
    const sentBodies = mockResponses({ status: 'sent' })
    find('form').id = 'newsletter-form'
    findField('email').focus()
    expect(requests.map(({ address }) => address)).toEqual([CONTACT_TICKET_PATH])
    find('button').click()
    await vi.waitFor(() => expect(sentBodies).toHaveLength(1))
  })

  it('is submitted by the script, while the browser submits other forms', () => {
    mockResponses({ status: 'sent' })
    document.body.insertAdjacentHTML('beforeend', '<form id="other"></form>')
    const isIntercepted = (selector: string) =>
      !find(selector).dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
    expect([isIntercepted('#contact-form'), isIntercepted('#other')]).toEqual([true, false])
  })
})
