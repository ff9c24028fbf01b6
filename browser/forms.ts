import { CONTACT_FORM_ID, CONTACT_TICKET_FIELD, CONTACT_TICKET_PATH, NEWSLETTER_FORM_ID } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'

/** A ticket and the time from which it may be used. */
type Ticket = { ticket: string; ripeAt: number }

const FORMS = `#${CONTACT_FORM_ID}, #${NEWSLETTER_FORM_ID}`

async function takeTicket(): Promise<Ticket | undefined> {
  try {
    const response = await fetch(CONTACT_TICKET_PATH, { cache: 'no-store' })
    const { ticket, waitMs } = (await response.json()) as { ticket: string; waitMs: number }
    return { ticket, ripeAt: Date.now() + waitMs }
  } catch {
    // The form is sent without one, and the answer to it brings one.
    return undefined
  }
}

/** The ticket of the newsletter's form, from its first touch on: React sees to that of the contact form. */
let early: Promise<Ticket | undefined> | undefined

/** Whether the form has a ticket already: the answer to one that was sent without JavaScript does. */
function hasTicket(form: HTMLFormElement): boolean {
  const field = form.elements.namedItem(CONTACT_TICKET_FIELD)
  return field instanceof HTMLInputElement && field.value !== ''
}

/**
 * Sends the form as the browser would have, once it has a ticket. Elements and words of the form stay as they are: React
 * may take it over while this waits, and would make it anew if it were another.
 */
async function sendWithTicket(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  // Sent once, however often it is pressed.
  button?.toggleAttribute('disabled', true)
  // A browser may keep the page and show it again.
  addEventListener('pageshow', () => button?.removeAttribute('disabled'), { once: true })
  const taken = await ((form.id === NEWSLETTER_FORM_ID && early) || takeTicket())
  early = undefined
  if (taken) {
    await new Promise((resolve) => setTimeout(resolve, taken.ripeAt - Date.now()))
    form.addEventListener('formdata', ({ formData }) => formData.set(CONTACT_TICKET_FIELD, taken.ticket), {
      once: true,
    })
  }
  form.submit()
}

/**
 * Gives a form of the site the ticket that spares its visitor a second step: the newsletter's, and a contact form that is
 * sent before React has taken it over.
 */
export function startForms(): void {
  const takeEarly = (element: Element | null) => {
    if (element?.closest(`#${NEWSLETTER_FORM_ID}`)) early ??= takeTicket()
  }
  listen('focusin', (event) => takeEarly(within(event, '*')))
  // The focus may have come before this script.
  takeEarly(document.activeElement)
  // On the window, where the event comes after React's own listeners: what they have taken care of is prevented by then.
  addEventListener('submit', (event) => {
    const { target: form, submitter, defaultPrevented } = event
    if (defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches(FORMS) || hasTicket(form)) return
    event.preventDefault()
    void sendWithTicket(form, submitter)
  })
}
