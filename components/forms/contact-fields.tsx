import { Button } from '../ui/button.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { type ContactErrors, type ContactField, CONTACT_LIMITS, HONEYPOT } from '@/lib/contact/fields.ts'

const FIELDS: { name: ContactField; label: string; hint?: string; control: ComponentProps<'input'> }[] = [
  { name: 'name', label: 'Your name', control: { autoComplete: 'name', required: true } },
  { name: 'company', label: 'Company', control: { autoComplete: 'organization', required: true } },
  {
    name: 'email',
    label: 'E-mail',
    control: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false, required: true },
  },
  { name: 'phone', label: 'Phone (optional)', control: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
]

const CONTROL =
  'mt-2 block w-full rounded-lg border border-muted bg-raised px-4 py-3 text-ink aria-invalid:border-2 aria-invalid:border-ember'

/** Id of a field's control, for the links of the error summary. */
export const controlId = (field: ContactField) => `contact-${field}`

const errorId = (field: ContactField) => `contact-${field}-error`

/** Attributes that tie a control to its error. */
const described = (field: ContactField, error: string | undefined) => ({
  id: controlId(field),
  name: field,
  maxLength: CONTACT_LIMITS[field],
  className: CONTROL,
  ...(error && { 'aria-invalid': true, 'aria-describedby': errorId(field) }),
})

function Field({
  name,
  label,
  error,
  children,
}: {
  name: ContactField
  label: string
  error?: string
  children: ReactNode
}) {
  return (
    <div>
      <label htmlFor={controlId(name)} className="label font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={errorId(name)} className="label mt-2 font-medium text-ember">
          {error}
        </p>
      )}
    </div>
  )
}

type ContactFieldsProps = {
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
  const { values = {}, errors = {}, notice, hidden = {}, button = 'Send message', ...form } = props
  return (
    <form
      {...form}
      id="contact-form"
      action="/api/contact"
      method="post"
      // What is wrong is said beside the field, and in the same words with and without JavaScript.
      noValidate
      className="grid gap-6 group-has-[:target[data-sent]]/contact:hidden sm:grid-cols-2"
    >
      {notice && <div className="sm:col-span-2">{notice}</div>}
      {FIELDS.map(({ name, label, control }) => (
        <Field key={name} name={name} label={label} error={errors[name]}>
          <input type="text" {...control} {...described(name, errors[name])} defaultValue={values[name]} />
        </Field>
      ))}
      <div className="sm:col-span-2">
        <Field name="message" label="Message" error={errors.message}>
          <textarea rows={6} required {...described('message', errors.message)} defaultValue={values.message} />
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
