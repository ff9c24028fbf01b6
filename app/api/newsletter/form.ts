import { createElement } from 'react'
import type { Problem } from '@/components/forms/contact-notice.tsx'
import { NewsletterFields } from '@/components/newsletter/newsletter-form.tsx'
import { fill } from '@/components/ui/fill.tsx'
import type { ContactAnswer } from '@/lib/contact/fields.ts'
import { parseEmail } from '@/lib/contact/message.ts'
import { type Submission, submitForm, type SubmitOptions } from '@/lib/contact/submit.ts'
import { MIN_AGE_OF_ONE_FIELD } from '@/lib/contact/ticket.ts'
import { NEWSLETTER_FORM_ID } from '@/lib/dom-contract.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { requestSubscription } from '@/lib/newsletter/subscribers.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import { knownPage } from '@/sanity/known-paths.ts'
import { editorsWords, hiddenFields, namedPath, type Parts, toHtml } from '../_forms/answer-page.ts'
import { confirmMail } from './mails.ts'

/** Path of the page whose footer was sent: the home page where that cannot be told. */
export async function formPath(request: Request, fields: Record<string, unknown>): Promise<string> {
  const path = namedPath(request, fields, HOME_PATH)
  try {
    return (await knownPage(path)) ? path : HOME_PATH
  } catch (error) {
    log.warn({ err: error }, 'Nobody could say which page a form was sent from')
    return HOME_PATH
  }
}

/** Takes an address. The answer is the same whether it is known or not. */
export async function signUp(submission: Submission, options: SubmitOptions): Promise<ContactAnswer> {
  // The footer offers nothing then; who asks all the same must not wait for a mail that cannot be sent.
  if (!env().contact.mail) return { status: 'unavailable' }
  const mail = await confirmMail()
  return submitForm(
    {
      name: 'newsletter',
      minAge: MIN_AGE_OF_ONE_FIELD,
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

/** The form, filled in, with what is to be done. */
export async function newsletterParts(fields: Record<string, unknown>, problem: Problem): Promise<Parts> {
  const { newsletter: words, contactProblems: problemWords } = await editorsWords()
  const form = createElement(NewsletterFields, {
    words,
    problemWords,
    email: String(fields.email ?? ''),
    problem,
    hidden: hiddenFields(fields, problem),
  })
  return {
    id: NEWSLETTER_FORM_ID,
    form: await toHtml(form),
    titlePrefix: await toHtml(`${fill(words.notSent, {})}: `),
  }
}
