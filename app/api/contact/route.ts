import { SENT_ID } from '@/lib/contact/fields.ts'
import { submitMessage } from '@/lib/contact/submit.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { CONTACT_PATH } from '@/lib/routes.ts'
import { backTo, formRoute } from '../_forms/form-route.ts'
import { contactParts, formPath } from './form.ts'

/** Takes a message of the contact form: see `formRoute`. */
export const POST = formRoute({
  maxBytes: BODY_LIMITS['/api/contact'],
  submit: submitMessage,
  fallbackPage: CONTACT_PATH,
  page: formPath,
  sentId: SENT_ID,
  parts: contactParts,
})

export const GET = backTo(CONTACT_PATH)
