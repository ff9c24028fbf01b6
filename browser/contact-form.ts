import { CONTACT_FORM_ID, CONTACT_TICKET_FIELD, CONTACT_TICKET_PATH } from '../lib/dom-contract.ts'

type Ticket = { ticket: string; waitMs: number }

async function takeTicket(): Promise<Ticket | undefined> {
  try {
    const response = await fetch(CONTACT_TICKET_PATH, { cache: 'no-store' })
    return (await response.json()) as Ticket
  } catch {
    // The form is sent without one, and the answer to it brings one.
    return undefined
  }
}

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
  const taken = await takeTicket()
  if (taken) {
    await new Promise((resolve) => setTimeout(resolve, taken.waitMs))
    form.addEventListener('formdata', ({ formData }) => formData.set(CONTACT_TICKET_FIELD, taken.ticket), {
      once: true,
    })
  }
  form.submit()
}

/** Gives a contact form that is sent before React has taken it over the ticket that spares its visitor a second step. */
export function startContactForm(): void {
  // On the window, where the event comes after React's own listeners: what they have taken care of is prevented by then.
  addEventListener('submit', (event) => {
    const { target: form, submitter, defaultPrevented } = event
    if (defaultPrevented || !(form instanceof HTMLFormElement) || form.id !== CONTACT_FORM_ID || hasTicket(form)) return
    event.preventDefault()
    void sendWithTicket(form, submitter)
  })
}
