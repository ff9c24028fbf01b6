import { createElement } from 'react'
import { ContactFields } from '@/components/forms/contact-fields.tsx'
import { ContactNotice, type Problem, type Reach } from '@/components/forms/contact-notice.tsx'
import { CONTACT_LIMITS } from '@/lib/contact/fields.ts'
import { CONTACT_FORM_ID } from '@/lib/dom-contract.ts'
import { log } from '@/lib/log/log.ts'
import { CONTACT_PATH } from '@/lib/routes.ts'
import { fetchUncached } from '@/sanity/fetch.ts'
import { hasContactFormRead } from '@/sanity/queries/contact-form.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'
import { editorsWords, namedPath, type Parts, readOrNull, toHtml } from '../_forms/answer-page.ts'

/** Path of the page whose form was sent. It costs a question to the Content Lake: ask after the form was counted. */
export async function formPath(request: Request, fields: Record<string, unknown>): Promise<string> {
  const path = namedPath(request, fields, CONTACT_PATH)
  if (path === CONTACT_PATH) return CONTACT_PATH
  try {
    return (await fetchUncached(hasContactFormRead(path))) ? path : CONTACT_PATH
  } catch (error) {
    log.warn({ err: error }, 'Nobody could say which page a contact form is on')
    return CONTACT_PATH
  }
}

async function reach(): Promise<Reach> {
  const settings = await readOrNull(settingsRead, 'The notice of a contact form is without phone and mail')
  const { phone = null, email = null } = settings?.contact ?? {}
  return { phone, email }
}

function written(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.keys(CONTACT_LIMITS).map((name) => [name, String(fields[name] ?? '')]))
}

/** The contact form, filled in, with what is to be done above its fields. */
export async function contactParts(page: string, fields: Record<string, unknown>, problem: Problem): Promise<Parts> {
  const { contact: words, contactProblems: problemWords } = await editorsWords()
  const ticket = problem.status === 'ticket' ? problem.ticket : String(fields.ticket ?? '')
  const form = createElement(ContactFields, {
    words,
    problemWords,
    values: written(fields),
    errors: problem.status === 'invalid' ? problem.errors : {},
    notice: createElement(ContactNotice, { problem, reach: await reach(), words, problemWords, autoFocus: true }),
    hidden: { page, ticket },
  })
  return { id: CONTACT_FORM_ID, form: await toHtml(form), titlePrefix: await toHtml(`${problemWords.pageTitle}: `) }
}
