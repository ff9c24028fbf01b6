import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { getControlProps, Field } from '../../ui/field.tsx'
import { formsFile } from '@/lib/browser-bundles.js'
import { CONTACT_FORM_ID, FORM_SENT_ATTRIBUTE, BLOCK_SCRIPT_ATTRIBUTE, toScriptAttributes } from '@/lib/dom-contract.ts'
import { type ContactField, CONTACT_LIMITS, HONEYPOT_FIELD, SENT_ID } from '@/lib/site/contact/fields.ts'
import {
  ContactNotice,
  getControlId,
  type Problem,
  type ContactDetails,
  type ContactLabels,
  formatFault,
  type ProblemLabels,
} from './contact-notice.tsx'

const CONTACT_FIELDS: { name: ContactField; input: ComponentProps<'input'> }[] = [
  { name: 'name', input: { autoComplete: 'name', required: true } },
  { name: 'company', input: { autoComplete: 'organization', required: true } },
  {
    name: 'email',
    input: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false, required: true },
  },
  { name: 'phone', input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
]

const getFieldProps = (field: ContactField, error: string | undefined, hasHint = false) => ({
  ...getControlProps(getControlId(field), error, hasHint),
  name: field,
  maxLength: CONTACT_LIMITS[field],
})

type ContactFormProps = { labels: ContactLabels; problemLabels: ProblemLabels; contactDetails: ContactDetails }

type ContactFieldsProps = ContactFormProps & {
  values?: Record<string, string>
  problem?: Problem
  /** Hidden fields of a form in an error response. */
  hiddenFields?: Record<string, string>
}

/** Renders the form fields. The response to an invalid submission also renders them, with the user's input. */
export function ContactFields({
  labels,
  problemLabels,
  contactDetails,
  values,
  problem,
  hiddenFields,
}: ContactFieldsProps) {
  const errors = problem?.status === 'invalid' ? problem.errors : {}
  const getFieldError = (field: ContactField) => {
    const fault = errors[field]
    return fault && formatFault(field, fault, labels, problemLabels)
  }
  const noticeProps = { labels, problemLabels, contactDetails }
  const messageError = getFieldError('message')
  return (
    <form
      id={CONTACT_FORM_ID}
      {...toScriptAttributes({ [BLOCK_SCRIPT_ATTRIBUTE]: formsFile.path })}
      action="/api/contact"
      method="post"
      // The server renders the error messages, so that they are the same with and without JavaScript.
      noValidate
      className="group/form grid gap-6 group-has-[:target[data-sent]]/contact:hidden sm:grid-cols-2"
    >
      {problem && <ContactNotice {...noticeProps} problem={problem} />}
      <ContactNotice {...noticeProps} problem={{ status: 'offline' }} />
      {CONTACT_FIELDS.map(({ name, input }) => {
        const error = getFieldError(name)
        return (
          <Field key={name} id={getControlId(name)} label={labels[`${name}Label`]} error={error}>
            <input type="text" {...input} {...getFieldProps(name, error)} defaultValue={values?.[name]} />
          </Field>
        )
      })}
      <div className="sm:col-span-2">
        <Field id={getControlId('message')} label={labels.messageLabel} hint={labels.messageHint} error={messageError}>
          <textarea
            rows={6}
            required
            {...getFieldProps('message', messageError, true)}
            defaultValue={values?.message}
          />
        </Field>
      </div>
      <div className="sr-only" aria-hidden="true">
        <label htmlFor="contact-website">Leave this field empty</label>
        <input id="contact-website" name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {Object.entries(hiddenFields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" className="sm:col-span-2 sm:justify-self-start">
        <span className="group-aria-busy/form:hidden">{labels.send}</span>
        <span className="hidden group-aria-busy/form:inline">{labels.sending}</span>
      </Button>
    </form>
  )
}

export function ContactForm(props: ContactFormProps) {
  const { labels } = props
  return (
    <div className="group/contact">
      <div id={SENT_ID} {...{ [FORM_SENT_ATTRIBUTE]: '' }} tabIndex={-1} className="hidden target:block">
        <div className="rounded-lg border-l-4 border-accent bg-accent-muted p-6">
          <p className="text-xl font-semibold">{labels.thanks}</p>
          <p className="mt-2">{labels.thanksText}</p>
          <a href={`#${CONTACT_FORM_ID}`} className="text-link mt-3 inline-flex min-h-11 items-center">
            {labels.another}
          </a>
        </div>
      </div>
      <ContactFields {...props} />
    </div>
  )
}
