import { SENT_ID } from '@/lib/site/contact/fields.ts'
import { submitMessage } from '@/lib/site/contact/submit.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { CONTACT_PATH } from '@/lib/routes.ts'
import { createRedirect, createFormRoute } from '../_forms/form-route.ts'
import { buildContactParts, getFormPath } from './form.ts'

export const POST = createFormRoute({
  maxBytes: BODY_LIMITS['/api/contact'],
  submit: submitMessage,
  fallbackPage: CONTACT_PATH,
  page: getFormPath,
  sentId: SENT_ID,
  parts: buildContactParts,
})

export const GET = createRedirect(CONTACT_PATH)
