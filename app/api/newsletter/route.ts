import { SIGNED_UP_ID } from '@/components/newsletter/newsletter-form.tsx'
import { HOME_PATH } from '@/lib/routes.ts'
import { backTo, formRoute } from '../_forms/form-route.ts'
import { formPath, newsletterParts, signUp } from './form.ts'

/** One address, and what else a form carries. */
const MAX_BODY_BYTES = 8 * 1024

/** Takes an address for the newsletter, as the contact form takes a message: see `formRoute`. */
export const POST = formRoute({
  maxBytes: MAX_BODY_BYTES,
  submit: signUp,
  fallbackPage: HOME_PATH,
  page: formPath,
  sentId: SIGNED_UP_ID,
  parts: newsletterParts,
})

export const GET = backTo(HOME_PATH)
