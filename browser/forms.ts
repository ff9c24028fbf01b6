import {
  CONTACT_FORM_ID,
  CONTACT_TICKET_FIELD,
  CONTACT_TICKET_PATH,
  FORM_SENT_ATTRIBUTE,
  NEWSLETTER_FORM_ID,
} from '../lib/dom-contract.ts'
import { listen, findClosest } from './dom.ts'
import { createFormHtml } from './trusted-types.ts'

const FORMS_SELECTOR = `#${CONTACT_FORM_ID}, #${NEWSLETTER_FORM_ID}`

/** Selector of visible fields. Excludes the honeypot. */
const FIELDS_SELECTOR = '[name]:not([type=hidden], [tabindex])'

/** Events that prefetch a ticket, so that the ticket reaches its minimum age before the form is sent. */
const PREFETCH_EVENTS = ['pointerover', 'touchstart', 'focusin'] as const

/** Maximum number of attempts. Each retry uses the ticket from the last response. */
const MAX_ATTEMPTS = 3

/** Response to a form submission. `form` is the HTML to show; a rejected form contains a new `ticket`. */
type FormResponse = { status?: string; form?: string; ticket?: string; waitMs?: number }

const tickets = new Map<string, Promise<string>>()

/** Copies of the forms before their first submission, by form element. */
const originalForms = new WeakMap<HTMLFormElement, HTMLFormElement>()

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

function getTicket({ id }: HTMLFormElement): Promise<string> {
  const ticketPromise = tickets.get(id) ?? fetchTicket()
  tickets.set(id, ticketPromise)
  return ticketPromise
}

/** Submits the form. If its ticket is too new, waits and retries with the next ticket. */
async function postForm(form: HTMLFormElement): Promise<FormResponse> {
  const fields = new URLSearchParams([...new FormData(form)] as [string, string][])
  if (!fields.get(CONTACT_TICKET_FIELD)) fields.set(CONTACT_TICKET_FIELD, await getTicket(form))
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: fields,
    })
    const result = (await response.json()) as FormResponse
    const { ticket, waitMs } = result
    if (!ticket || attempt === MAX_ATTEMPTS) return result
    fields.set(CONTACT_TICKET_FIELD, ticket)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Replaces a form's contents but keeps the input. Keeps the form element itself, which React owns in a preview. */
function replaceForm(form: HTMLFormElement, replacement: Element): void {
  const previousInput = new FormData(form)
  form.replaceChildren(...replacement.childNodes)
  for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS_SELECTOR)) {
    field.value = String(previousInput.get(field.name) ?? field.value)
  }
}

function showResponse(form: HTMLFormElement, html: string): void {
  const responseBody = new DOMParser().parseFromString(createFormHtml(html), 'text/html').body
  const focusTarget = responseBody.querySelector<HTMLElement>('[autofocus]')
  // Browsers warn about `autofocus` if the page already has focus.
  focusTarget?.removeAttribute('autofocus')
  if (responseBody.firstElementChild) replaceForm(form, responseBody.firstElementChild)
  focusTarget?.focus()
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
function showConfirmation(form: HTMLFormElement): void {
  const confirmation = form.parentElement?.querySelector<HTMLElement>(`[${FORM_SENT_ATTRIBUTE}]`)
  tickets.delete(form.id)
  const page = new FormData(form).get('page') ?? ''
  form.reset()
  location.assign(`${page}#${confirmation?.id}`)
  confirmation?.focus()
}

async function submit(form: HTMLFormElement): Promise<void> {
  if (form.hasAttribute('aria-busy')) return
  const original = originalForms.get(form) ?? (form.cloneNode(true) as HTMLFormElement)
  originalForms.set(form, original)
  form.setAttribute('aria-busy', 'true')
  let result: FormResponse = {}
  try {
    result = await postForm(form)
  } catch {
    // On a network error or an unexpected response, the form shows an error and keeps the input.
  }
  form.removeAttribute('aria-busy')
  if (result.form) return showResponse(form, result.form)
  replaceForm(form, original.cloneNode(true) as Element)
  if (result.status === 'sent') showConfirmation(form)
  else showOffline(form)
}

export function startForms(): void {
  const prefetchTicket = (form: HTMLFormElement | null | undefined) => form && void getTicket(form)
  for (const eventType of PREFETCH_EVENTS)
    listen(eventType, (event) => prefetchTicket(findClosest(event, FORMS_SELECTOR)), { passive: true })
  // The visitor may have focused or hovered over a form before this script loaded.
  prefetchTicket(document.querySelector<HTMLFormElement>(`:is(${FORMS_SELECTOR}):is(:hover, :focus-within)`))
  listen('submit', (event) => {
    const form = findClosest<HTMLFormElement>(event, FORMS_SELECTOR)
    if (!form) return
    event.preventDefault()
    void submit(form)
  })
}
