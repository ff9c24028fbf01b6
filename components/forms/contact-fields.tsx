import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { controlProps, Field } from '../ui/field.tsx'
import { formsFile } from '@/lib/browser-bundles.js'
import { CONTACT_FORM_ID, OWN_SCRIPT } from '@/lib/dom-contract.ts'
import { type ContactErrors, type ContactField, CONTACT_LIMITS, HONEYPOT } from '@/lib/contact/fields.ts'
import { type ContactWords, faultText, type ProblemWords } from './contact-words.ts'

const FIELDS: { name: ContactField; input: ComponentProps<'input'> }[] = [
  { name: 'name', input: { autoComplete: 'name', required: true } },
  { name: 'company', input: { autoComplete: 'organization', required: true } },
  {
    name: 'email',
    input: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false, required: true },
  },
  { name: 'phone', input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
]

/** Id of a field's control, for the links of the error summary. */
export const controlId = (field: ContactField) => `contact-${field}`

const control = (field: ContactField, error: string | undefined) => ({
  ...controlProps(controlId(field), error),
  name: field,
  maxLength: CONTACT_LIMITS[field],
})

type ContactFieldsProps = {
  words: ContactWords
  problemWords: ProblemWords
  values?: Record<string, string>
  errors?: ContactErrors
  /** What went wrong or comes next; above the fields. */
  notice?: ReactNode
  /** Further fields that nobody sees, for a form that a script did not send. */
  hidden?: Record<string, string>
  button?: string
} & Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onFocus' | 'aria-busy'>

/** The contact form itself. The site's answer to a form sent without JavaScript shows the same one, filled in. */
export function ContactFields(props: ContactFieldsProps) {
  const { words, problemWords, values = {}, errors = {}, notice, hidden = {}, button = words.send, ...form } = props
  const textOf = (field: ContactField) => {
    const fault = errors[field]
    return fault && faultText(field, fault, words, problemWords)
  }
  const messageError = textOf('message')
  return (
    <form
      {...form}
      id={CONTACT_FORM_ID}
      {...{ [OWN_SCRIPT]: formsFile.path }}
      action="/api/contact"
      method="post"
      // What is wrong is said beside the field, and in the same words with and without JavaScript.
      noValidate
      className="grid gap-6 group-has-[:target[data-sent]]/contact:hidden sm:grid-cols-2"
    >
      {notice && <div className="sm:col-span-2">{notice}</div>}
      {FIELDS.map(({ name, input }) => {
        const error = textOf(name)
        return (
          <Field key={name} id={controlId(name)} label={words[`${name}Label`]} error={error}>
            <input type="text" {...input} {...control(name, error)} defaultValue={values[name]} />
          </Field>
        )
      })}
      <div className="sm:col-span-2">
        <Field id={controlId('message')} label={words.messageLabel} error={messageError}>
          <textarea rows={6} required {...control('message', messageError)} defaultValue={values.message} />
        </Field>
      </div>
      <div className="sr-only" aria-hidden="true">
        <label htmlFor="contact-website">Leave this field empty</label>
        <input id="contact-website" name={HONEYPOT} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" className="justify-self-start sm:col-span-2">
        {button}
      </Button>
    </form>
  )
}
