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

/** Selector of visible fields. Excludes the honeypot. */
const FIELDS = '[name]:not([type=hidden], [tabindex])'

/** Events that prefetch a ticket, so that the ticket reaches its minimum age before the form is sent. */
const SIGNS_OF_INTEREST = ['pointerover', 'touchstart', 'focusin'] as const

/** Maximum number of attempts. Each retry uses the ticket from the last response. */
const MAX_ROUNDS = 3

/** Response to a form submission. `form` is the HTML to show; a rejected form contains a new `ticket`. */
type Answer = { status?: string; form?: string; ticket?: string; waitMs?: number }

const tickets = new Map<string, Promise<string>>()

/** Copies of the forms before their first submission, by form element. */
const originals = new WeakMap<HTMLFormElement, HTMLFormElement>()

async function fetchTicket(): Promise<string> {
  try {
    const response = await fetch(CONTACT_TICKET_PATH, { cache: 'no-store' })
    const { ticket } = (await response.json()) as { ticket: string }
    return ticket
  } catch {
    // Without a ticket, the server rejects the form and returns a new ticket.
    return ''
  }
}

function takeTicket({ id }: HTMLFormElement): Promise<string> {
  const taken = tickets.get(id) ?? fetchTicket()
  tickets.set(id, taken)
  return taken
}

/** Submits the form. If its ticket is too new, waits and retries with the next ticket. */
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

/** Replaces a form's contents but keeps the input. Keeps the form element itself, which React owns in a preview. */
function fill(form: HTMLFormElement, other: Element): void {
  const written = new FormData(form)
  form.replaceChildren(...other.childNodes)
  for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS)) {
    field.value = String(written.get(field.name) ?? field.value)
  }
}

function showAnswer(form: HTMLFormElement, html: string): void {
  const answer = new DOMParser().parseFromString(formHtml(html), 'text/html').body
  const told = answer.querySelector<HTMLElement>('[autofocus]')
  // Browsers warn about `autofocus` if the page already has focus.
  told?.removeAttribute('autofocus')
  if (answer.firstElementChild) fill(form, answer.firstElementChild)
  told?.focus()
}

function showOffline(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>('[role=alert][hidden]')
  if (!notice) return
  // Removes the previous notice. It exists if the page itself is a form response.
  notice.previousElementSibling?.remove()
  notice.hidden = false
  notice.focus()
}

/** Shows the confirmation. If the page is a form response, navigates to the form's own page. */
function showSent(form: HTMLFormElement): void {
  const sent = form.parentElement?.querySelector<HTMLElement>(`[${FORM_SENT}]`)
  tickets.delete(form.id)
  const page = new FormData(form).get('page') ?? ''
  form.reset()
  location.assign(`${page}#${sent?.id}`)
  sent?.focus()
}

async function send(form: HTMLFormElement): Promise<void> {
  if (form.hasAttribute('aria-busy')) return
  const original = originals.get(form) ?? (form.cloneNode(true) as HTMLFormElement)
  originals.set(form, original)
  form.setAttribute('aria-busy', 'true')
  let answer: Answer = {}
  try {
    answer = await post(form)
  } catch {
    // On a network error or an unexpected response, the form shows an error and keeps the input.
  }
  form.removeAttribute('aria-busy')
  if (answer.form) return showAnswer(form, answer.form)
  fill(form, original.cloneNode(true) as Element)
  if (answer.status === 'sent') showSent(form)
  else showOffline(form)
}

export function startForms(): void {
  const touch = (form: HTMLFormElement | null | undefined) => form && void takeTicket(form)
  for (const sign of SIGNS_OF_INTEREST) listen(sign, (event) => touch(within(event, FORMS)), { passive: true })
  // The visitor may have focused or hovered over a form before this script loaded.
  touch(document.querySelector<HTMLFormElement>(`:is(${FORMS}):is(:hover, :focus-within)`))
  listen('submit', (event) => {
    const form = within<HTMLFormElement>(event, FORMS)
    if (!form) return
    event.preventDefault()
    void send(form)
  })
}
