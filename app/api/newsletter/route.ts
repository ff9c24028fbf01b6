import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { SUBSCRIBED_ID } from '@/components/site/newsletter/newsletter-form.tsx'
import { HOME_PATH } from '@/lib/routes.ts'
import { createRedirect, createFormRoute } from '../_forms/form-route.ts'
import { getFormPath, buildNewsletterParts, signUp } from './form.ts'

export const POST = createFormRoute({
  maxBytes: BODY_LIMITS['/api/newsletter'],
  submit: signUp,
  fallbackPage: HOME_PATH,
  page: getFormPath,
  sentId: SUBSCRIBED_ID,
  parts: buildNewsletterParts,
})

export const GET = createRedirect(HOME_PATH)
