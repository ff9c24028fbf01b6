import { createElement } from 'react'
import { ContactFields } from '@/components/site/forms/contact-form.tsx'
import type { Problem, ContactDetails } from '@/components/site/forms/contact-notice.tsx'
import { CONTACT_LIMITS } from '@/lib/site/contact/fields.ts'
import { CONTACT_FORM_ID } from '@/lib/dom-contract.ts'
import { log } from '@/lib/platform/log/log.ts'
import { CONTACT_PATH } from '@/lib/routes.ts'
import { fetchUncached } from '@/sanity/lake/fetch.ts'
import { buildHasContactFormRead } from '@/sanity/queries/pages.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'
import {
  getEditorLabels,
  buildHiddenFields,
  getPagePath,
  type FormParts,
  readOrNull,
  renderHtml,
} from '../_forms/form-page.ts'

/** Returns the path of the page that contains the form. Queries the Content Lake, so call it after the rate limit. */
export async function getFormPath(request: Request, fields: Record<string, unknown>): Promise<string> {
  const path = getPagePath(request, fields, CONTACT_PATH)
  if (path === CONTACT_PATH) return CONTACT_PATH
  try {
    return (await fetchUncached(buildHasContactFormRead(path))) ? path : CONTACT_PATH
  } catch (error) {
    log.warn({ err: error }, 'forms: contact page lookup failed')
    return CONTACT_PATH
  }
}

async function getContactDetails(): Promise<ContactDetails> {
  const settings = await readOrNull(settingsRead, 'forms: contact details unavailable')
  const { phone = null, email = null } = settings?.contact ?? {}
  return { phone, email }
}

function toTextValues(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.keys(CONTACT_LIMITS).map((name) => [name, String(fields[name] ?? '')]))
}

export async function buildContactParts(fields: Record<string, unknown>, problem: Problem): Promise<FormParts> {
  const { contact: labels, contactProblems: problemLabels } = await getEditorLabels()
  const form = createElement(ContactFields, {
    labels,
    problemLabels,
    contactDetails: await getContactDetails(),
    values: toTextValues(fields),
    problem,
    hiddenFields: buildHiddenFields(fields, problem),
  })
  return {
    id: CONTACT_FORM_ID,
    form: await renderHtml(form),
    titlePrefix: await renderHtml(`${problemLabels.pageTitle}: `),
  }
}
