import { SENT_ID } from '@/lib/contact/fields.ts'
import { submitMessage } from '@/lib/contact/submit.ts'
import { CONTACT_PATH } from '@/lib/routes.ts'
import { backTo, formRoute } from '../_forms/form-route.ts'
import { contactParts, formPath } from './form.ts'

/** The longest message, each character as the percent signs of a form, and the rest. */
const MAX_BODY_BYTES = 96 * 1024

/** Takes a message of the contact form: see `formRoute`. */
export const POST = formRoute({
  maxBytes: MAX_BODY_BYTES,
  submit: submitMessage,
  fallbackPage: CONTACT_PATH,
  page: formPath,
  sentId: SENT_ID,
  parts: contactParts,
})

export const GET = backTo(CONTACT_PATH)
