// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CONTACT_TICKET_PATH } from '../../../lib/dom-contract.ts'
import { find, leavePage } from './fake-browser.ts'

type Body = URLSearchParams

let asked: { address: string; init: RequestInit }[]

/** Stubs `fetch` with the responses in order; the last one repeats. @returns the submitted forms */
function answerWith(...answers: (object | Promise<object>)[]): Body[] {
  const sent: Body[] = []
  vi.stubGlobal('fetch', async (address: string, init: Omit<RequestInit, 'body'> & { body?: Body }) => {
    asked.push({ address, init })
    if (!init.body) return Response.json({ ticket: 'first', waitMs: 0 })
    sent.push(new URLSearchParams(init.body))
    return Response.json(await answers[Math.min(sent.length, answers.length) - 1])
  })
  return sent
}

const OFFLINE = '<p role="alert" tabindex="-1" hidden>No answer</p>'
const FIELDS = '<input name="email"><input name="website" tabindex="-1"><button>Send</button>'

const answered = (ticket: string) => ({
  form: `<form><p role="alert" tabindex="-1" autofocus>Once more</p>${OFFLINE}${FIELDS}<input type="hidden" name="ticket" value="${ticket}"></form>`,
})

const field = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
const shown = () =>
  [...document.querySelectorAll('[role=alert]:not([hidden])')].map((notice) => notice.textContent).join()

async function sendUntilItArrived(): Promise<void> {
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
  asked = []
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  const form = `<form id="contact-form" action="https://site.example/api/contact">${OFFLINE}${FIELDS}</form>`
  document.body.innerHTML = `<div><p id="sent" data-sent tabindex="-1">Arrived</p>${form}</div>`
  await startForms()
})

describe('form', () => {
  it("is submitted up to three times with the latest ticket and then shows the server's form", async () => {
    const answer = { status: 'ticket', ticket: 'next', waitMs: 0, ...answered('next') }
    const sent = answerWith(answer)
    field('email').focus()
    field('email').value = 'ada@example.com'
    find('button').click()
    await vi.waitFor(() => expect(shown()).toBe('Once more'))
    expect(sent.map((fields) => fields.get('ticket'))).toEqual(['first', 'next', 'next'])
    expect(document.activeElement).toBe(find('[role=alert]'))
    expect(find('[role=alert]').hasAttribute('autofocus')).toBe(false)
    expect(field('email').value).toBe('ada@example.com')

    const again = answerWith({ status: 'sent' })
    await sendUntilItArrived()
    expect(again[0]?.get('ticket')).toBe('next')
    expect(document.activeElement).toBe(find('#sent'))
    expect(shown()).toBe('')
    expect(field('email').value).toBe('')
  })

  it('shows the network error if the response contains no form', async () => {
    answerWith({ error: 'Cross-origin form submission blocked' })
    field('email').value = 'ada@example.com'
    find('button').click()
    await vi.waitFor(() => expect(shown()).toBe('No answer'))
    expect(document.activeElement).toBe(find('[role=alert]'))
    expect(field('email').value).toBe('ada@example.com')
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
  })

  it('fetches one uncached ticket on focus and another after submission', async () => {
    answerWith({ status: 'sent' })
    const tickets = () => asked.filter(({ address }) => address === CONTACT_TICKET_PATH)
    field('email').focus()
    field('website').focus()
    expect(tickets()).toEqual([{ address: CONTACT_TICKET_PATH, init: { cache: 'no-store' } }])
    await sendUntilItArrived()
    expect(tickets()).toHaveLength(1)
    field('email').focus()
    expect(tickets()).toHaveLength(2)
  })

  it('fetches a ticket if it had focus before the script loaded', async () => {
    answerWith({ status: 'sent' })
    leavePage()
    field('email').focus()
    expect(asked).toEqual([])
    await startForms()
    expect(asked.map(({ address }) => address)).toEqual([CONTACT_TICKET_PATH])
  })

  it.each(['pointerover', 'touchstart'])('fetches its ticket on %s', (sign) => {
    answerWith({ status: 'sent' })
    expect(asked).toEqual([])
    find('button').dispatchEvent(new Event(sign, { bubbles: true }))
    find('button').dispatchEvent(new Event(sign, { bubbles: true }))
    expect(asked.map(({ address }) => address)).toEqual([CONTACT_TICKET_PATH])
  })

  it('is submitted to its action URL and requests JSON', async () => {
    answerWith({ status: 'sent' })
    await sendUntilItArrived()
    expect(asked.at(-1)).toMatchObject({
      address: 'https://site.example/api/contact',
      init: { method: 'POST', headers: { accept: 'application/json' } },
    })
  })

  it('is submitted once despite repeated clicks and shows a busy state', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const sent = answerWith(promise)
    find('button').click()
    find('button').click()
    expect(find('form').getAttribute('aria-busy')).toBe('true')
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0))
    find('button').click()
    resolve({ status: 'sent' })
    await vi.waitFor(() => expect(location.hash).toBe('#sent'))
    expect(sent).toHaveLength(1)
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
  })

  it('is submitted without a ticket if fetching one fails', async () => {
    const sent = answerWith({ form: `<form><p>Look again</p>${FIELDS}</form>` })
    const answer = fetch
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      if (address === CONTACT_TICKET_PATH) throw new TypeError('Failed to fetch')
      return answer(address, init)
    })
    find('button').click()
    await vi.waitFor(() => expect(find('form').textContent).toContain('Look again'))
    expect(sent.map((fields) => fields.get('ticket'))).toEqual([''])
  })

  it('returns to its original page after submission from a response page', async () => {
    answerWith({ status: 'sent' })
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    find('form').insertAdjacentHTML('beforeend', '<input type="hidden" name="page" value="/pricing">')
    find('button').click()
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/pricing#sent'))
  })

  it('keeps visible input and discards honeypot and hidden values when replaced', async () => {
    const hidden = '<input type="hidden" name="kind" value="of the answer">'
    answerWith({ form: `<form><p>Look again</p>${FIELDS}${hidden}<input name="more" value="new"></form>` })
    find('form').insertAdjacentHTML('beforeend', hidden.replace('of the answer', 'of the page'))
    field('email').value = 'ada@example.com'
    field('website').value = 'written by a robot'
    find('button').click()
    await vi.waitFor(() => expect(find('form').textContent).toContain('Look again'))
    const values = ['email', 'website', 'kind', 'more'].map((name) => field(name).value)
    expect(values).toEqual(['ada@example.com', '', 'of the answer', 'new'])
  })

  it('waits for the delay in the response before it resubmits', async () => {
    const waits = vi.spyOn(globalThis, 'setTimeout')
    const sent = answerWith({ status: 'ticket', ticket: 'next', waitMs: 7 }, { status: 'sent' })
    await sendUntilItArrived()
    expect(sent).toHaveLength(2)
    expect(waits.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(7)
    waits.mockRestore()
  })

  it('replaces earlier messages with the network error on every failure', async () => {
    answerWith({})
    find('form').insertAdjacentHTML('afterbegin', '<p role="alert">Of the answer before</p>')
    for (const _ of [1, 2]) {
      find('button').click()
      expect(find('form').hasAttribute('aria-busy')).toBe(true)
      await vi.waitFor(() => expect(find('form').hasAttribute('aria-busy')).toBe(false))
      expect(shown()).toBe('No answer')
    }
    answerWith({ status: 'sent' })
    await sendUntilItArrived()
    expect(find('form').querySelectorAll('[name]')).toHaveLength(2)
  })

  it('also handles the newsletter', async () => {
    const sent = answerWith({ status: 'sent' })
    find('form').id = 'newsletter-form'
    field('email').focus()
    expect(asked.map(({ address }) => address)).toEqual([CONTACT_TICKET_PATH])
    find('button').click()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })

  it('is submitted by the script, while the browser submits other forms', () => {
    answerWith({ status: 'sent' })
    document.body.insertAdjacentHTML('beforeend', '<form id="other"></form>')
    const isTaken = (selector: string) =>
      !find(selector).dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
    expect([isTaken('#contact-form'), isTaken('#other')]).toEqual([true, false])
  })
})
