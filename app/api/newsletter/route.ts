import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { SIGNED_UP_ID } from '@/components/site/newsletter/newsletter-form.tsx'
import { HOME_PATH } from '@/lib/routes.ts'
import { backTo, formRoute } from '../_forms/form-route.ts'
import { formPath, newsletterParts, signUp } from './form.ts'

export const POST = formRoute({
  maxBytes: BODY_LIMITS['/api/newsletter'],
  submit: signUp,
  fallbackPage: HOME_PATH,
  page: formPath,
  sentId: SIGNED_UP_ID,
  parts: newsletterParts,
})

export const GET = backTo(HOME_PATH)
