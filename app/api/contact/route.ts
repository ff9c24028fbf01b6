import { SENT_ID } from '@/lib/site/contact/fields.ts'
import { submitMessage } from '@/lib/site/contact/submit.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { CONTACT_PATH } from '@/lib/routes.ts'
import { backTo, formRoute } from '../_forms/form-route.ts'
import { contactParts, formPath } from './form.ts'

export const POST = formRoute({
  maxBytes: BODY_LIMITS['/api/contact'],
  submit: submitMessage,
  fallbackPage: CONTACT_PATH,
  page: formPath,
  sentId: SENT_ID,
  parts: contactParts,
})

export const GET = backTo(CONTACT_PATH)
