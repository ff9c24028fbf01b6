// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startForms } from '../../../browser/forms.ts'
import { find } from './fake-browser.ts'

type Body = URLSearchParams

/** What the site answers from now on, one after another, the last one again and again; and the forms that it got. */
function answerWith(...answers: object[]): Body[] {
  const sent: Body[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: Body }) => {
    if (!body) return Response.json({ ticket: 'first', waitMs: 0 })
    sent.push(new URLSearchParams(body))
    return Response.json(answers[Math.min(sent.length, answers.length) - 1])
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

beforeAll(() => startForms())

beforeEach(() => {
  const form = `<form id="contact-form" action="https://site.example/api/contact">${OFFLINE}${FIELDS}</form>`
  document.body.innerHTML = `<div><p id="sent" data-sent tabindex="-1">Arrived</p>${form}</div>`
})

describe('a form', () => {
  it('is sent three times with the ticket of the answer, then shows what the site says and goes on from there', async () => {
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
    find('button').click()
    await vi.waitFor(() => expect(location.hash).toBe('#sent'))
    expect(again[0]?.get('ticket')).toBe('next')
    expect(document.activeElement).toBe(find('#sent'))
    expect(shown()).toBe('')
    expect(field('email').value).toBe('')
  })

  it('says that there was no answer when the answer is not one to a form', async () => {
    answerWith({ error: 'The form was sent from another site' })
    field('email').value = 'ada@example.com'
    find('button').click()
    await vi.waitFor(() => expect(shown()).toBe('No answer'))
    expect(document.activeElement).toBe(find('[role=alert]'))
    expect(field('email').value).toBe('ada@example.com')
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
  })
})
