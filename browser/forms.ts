import {
  CONTACT_FORM_ID,
  CONTACT_TICKET_FIELD,
  CONTACT_TICKET_PATH,
  FORM_SENT,
  NEWSLETTER_FORM_ID,
} from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'
import { formHtml } from './trusted-types.ts'

const FORMS = `#${CONTACT_FORM_ID}, #${NEWSLETTER_FORM_ID}`

/** What a visitor writes in; not the field that is a trap, and nothing that is hidden. */
const FIELDS = '[name]:not([type=hidden], [tabindex])'

/** Signs that somebody is about to fill in a form. A ticket that is taken then has its age by the time the form is sent. */
const SIGNS_OF_INTEREST = ['pointerover', 'touchstart', 'focusin'] as const

/** A form is sent again with the ticket that the answer brings; more often than this something is wrong. */
const MAX_ROUNDS = 3

/** The site's answer to a form, with the HTML of the form to be shown. It is another one when the form is refused. */
type Answer = { status?: string; form?: string; ticket?: string; waitMs?: number }

/** Tickets that were asked for when a form was touched, by the ids of the forms. */
const tickets = new Map<string, Promise<string>>()

/** Forms as their page brought them, by the forms that were sent. */
const originals = new WeakMap<HTMLFormElement, HTMLFormElement>()

async function fetchTicket(): Promise<string> {
  try {
    const response = await fetch(CONTACT_TICKET_PATH, { cache: 'no-store' })
    const { ticket } = (await response.json()) as { ticket: string }
    return ticket
  } catch {
    // The form is sent without one, and the answer to it brings one.
    return ''
  }
}

/** Takes a ticket for a form, once. */
function takeTicket({ id }: HTMLFormElement): Promise<string> {
  const taken = tickets.get(id) ?? fetchTicket()
  tickets.set(id, taken)
  return taken
}

/** Sends a form. A visitor who is faster than the form allows waits here, and notices nothing. */
async function post(form: HTMLFormElement): Promise<Answer> {
  const fields = new URLSearchParams([...new FormData(form)] as [string, string][])
  if (!fields.get(CONTACT_TICKET_FIELD)) fields.set(CONTACT_TICKET_FIELD, await takeTicket(form))
  for (let round = 1; ; round++) {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: fields,
    })
    const answer = (await response.json()) as Answer
    const { ticket, waitMs } = answer
    if (!ticket || round === MAX_ROUNDS) return answer
    fields.set(CONTACT_TICKET_FIELD, ticket)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/**
 * Gives a form the contents of another one, and its fields what the visitor has written. The form itself stays: in a preview
 * it is React's.
 */
function fill(form: HTMLFormElement, other: Element): void {
  const written = new FormData(form)
  form.replaceChildren(...other.childNodes)
  for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS)) {
    field.value = String(written.get(field.name) ?? field.value)
  }
}

/** Shows the form of an answer, and focuses what is to be read or corrected. */
function showAnswer(form: HTMLFormElement, html: string): void {
  const answer = new DOMParser().parseFromString(formHtml(html), 'text/html').body
  const told = answer.querySelector<HTMLElement>('[autofocus]')
  // Browsers complain about it when the page has a focus already.
  told?.removeAttribute('autofocus')
  if (answer.firstElementChild) fill(form, answer.firstElementChild)
  told?.focus()
}

/** Says that the site did not answer, by the notice that the page holds for this. */
function showOffline(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>('[role=alert][hidden]')
  if (!notice) return
  // In an answer to a form that the browser sent itself.
  notice.previousElementSibling?.remove()
  notice.hidden = false
  notice.focus()
}

/** Shows in the place of a form that it has arrived; a page that is the answer to a form gives way to the form's own. */
function showSent(form: HTMLFormElement): void {
  const sent = form.parentElement?.querySelector<HTMLElement>(`[${FORM_SENT}]`)
  tickets.delete(form.id)
  const page = new FormData(form).get('page') ?? ''
  form.reset()
  location.assign(`${page}#${sent?.id}`)
  sent?.focus()
}

/** Sends a form, once however often it is pressed, and shows the answer in its place. */
async function send(form: HTMLFormElement): Promise<void> {
  if (form.hasAttribute('aria-busy')) return
  const original = originals.get(form) ?? (form.cloneNode(true) as HTMLFormElement)
  originals.set(form, original)
  form.setAttribute('aria-busy', 'true')
  let answer: Answer = {}
  try {
    answer = await post(form)
  } catch {
    // No answer, or none of this site's: the form says so, and keeps the words.
  }
  form.removeAttribute('aria-busy')
  if (answer.form) return showAnswer(form, answer.form)
  fill(form, original.cloneNode(true) as Element)
  if (answer.status === 'sent') showSent(form)
  else showOffline(form)
}

/** Sends the forms of the site without leaving the page, with the words of the answers that a browser would be shown. */
export function startForms(): void {
  const touch = (form: HTMLFormElement | null | undefined) => form && void takeTicket(form)
  for (const sign of SIGNS_OF_INTEREST) listen(sign, (event) => touch(within(event, FORMS)), { passive: true })
  // The focus or the pointer may have come before this script.
  touch(document.querySelector<HTMLFormElement>(`:is(${FORMS}):is(:hover, :focus-within)`))
  listen('submit', (event) => {
    const form = within<HTMLFormElement>(event, FORMS)
    if (!form) return
    event.preventDefault()
    void send(form)
  })
}
