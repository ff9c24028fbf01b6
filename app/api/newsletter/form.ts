import { createElement } from 'react'
import type { Problem } from '@/components/site/forms/contact-notice.tsx'
import { NewsletterFields } from '@/components/site/newsletter/newsletter-form.tsx'
import { fill } from '@/components/ui/fill.tsx'
import type { ContactAnswer } from '@/lib/site/contact/fields.ts'
import { parseEmail } from '@/lib/site/contact/message.ts'
import { type Submission, submitForm, type SubmitOptions } from '@/lib/site/contact/submit.ts'
import { MIN_AGE_ONE_FIELD_MS } from '@/lib/site/contact/ticket.ts'
import { NEWSLETTER_FORM_ID } from '@/lib/dom-contract.ts'
import { env } from '@/lib/platform/env/env.ts'
import { log } from '@/lib/platform/log/log.ts'
import { requestSubscription } from '@/lib/site/newsletter/subscribers.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import { findKnownPage } from '@/sanity/lake/known-paths.ts'
import { getEditorLabels, buildHiddenFields, getPagePath, type FormParts, renderHtml } from '../_forms/form-page.ts'
import { buildConfirmMail } from './mails.ts'

export async function getFormPath(request: Request, fields: Record<string, unknown>): Promise<string> {
  const path = getPagePath(request, fields, HOME_PATH)
  try {
    return (await findKnownPage(path)) ? path : HOME_PATH
  } catch (error) {
    log.warn({ err: error }, 'forms: newsletter page lookup failed')
    return HOME_PATH
  }
}

/** Subscribes an email address. The response does not reveal whether the address is already subscribed. */
export async function signUp(submission: Submission, options: SubmitOptions): Promise<ContactAnswer> {
  // The page hides the form if no mail server is configured. Only API clients get this response.
  if (!env().contact.mail) return { status: 'unavailable' }
  const mail = await buildConfirmMail()
  return submitForm(
    {
      name: 'newsletter',
      minAgeMs: MIN_AGE_ONE_FIELD_MS,
      parse: parseEmail,
      store: async (db, { email }, { now }) => {
        await requestSubscription(db, email, { mail, now })
        return 'stored'
      },
    },
    submission,
    options,
  )
}

export async function buildNewsletterParts(fields: Record<string, unknown>, problem: Problem): Promise<FormParts> {
  const { newsletter: labels, contactProblems: problemLabels } = await getEditorLabels()
  const form = createElement(NewsletterFields, {
    labels,
    problemLabels,
    email: String(fields.email ?? ''),
    problem,
    hiddenFields: buildHiddenFields(fields, problem),
  })
  return {
    id: NEWSLETTER_FORM_ID,
    form: await renderHtml(form),
    titlePrefix: await renderHtml(`${fill(labels.notSent, {})}: `),
  }
}
