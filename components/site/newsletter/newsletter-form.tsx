import { Button } from '../../ui/button.tsx'
import { getControlProps, Field } from '../../ui/field.tsx'
import { fill } from '../../ui/fill.tsx'
import { formatMinutes, type Problem } from '../forms/contact-notice.tsx'
import { CONTACT_LIMITS, HONEYPOT_FIELD } from '@/lib/site/contact/fields.ts'
import { formsFile } from '@/lib/browser-bundles.js'
import {
  FORM_SENT_ATTRIBUTE,
  NEWSLETTER_FORM_ID,
  BLOCK_SCRIPT_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'

/** Id of the confirmation. As a URL fragment it makes the confirmation visible with `:target`. */
export const SUBSCRIBED_ID = 'newsletter-sent'

const EMAIL_ID = 'newsletter-email'
const HONEYPOT_ID = 'newsletter-website'

type NewsletterLabels = UiCopy['newsletter']

type FieldsProps = {
  labels: NewsletterLabels
  problemLabels: UiCopy['contactProblems']
  email?: string
  problem?: Problem
  /** Hidden fields of a form in an error response. */
  hiddenFields?: Record<string, string>
}

function formatError(problem: Problem | undefined, labels: NewsletterLabels, problemLabels: UiCopy['contactProblems']) {
  const fault = problem?.status === 'invalid' ? problem.errors.email : undefined
  if (!fault) return undefined
  if (fault === 'missing') return labels.missing
  if (fault === 'malformed') return problemLabels.malformedEmail
  return fill(problemLabels[fault], { field: labels.label, limit: CONTACT_LIMITS.email })
}

function Notice({ problem, labels }: { problem: Exclude<Problem, { status: 'invalid' }>; labels: NewsletterLabels }) {
  const isStep = problem.status === 'ticket'
  const text =
    problem.status === 'limited'
      ? fill(labels.limited, { time: formatMinutes(problem.waitMs) })
      : labels[problem.status === 'offline' ? 'unavailable' : problem.status]
  return (
    <div
      role="alert"
      tabIndex={-1}
      hidden={problem.status === 'offline'}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the notice is the result of the user's submission
      autoFocus={problem.status !== 'offline'}
      className={`mb-4 rounded-lg border-l-4 p-4 ${isStep ? 'border-accent bg-accent-muted' : 'border-primary bg-primary-muted'}`}
    >
      <p className="font-semibold">{isStep ? labels.ticketHeading : labels.notSent}</p>
      <p className="mt-1">{text}</p>
    </div>
  )
}

/** Renders the form fields. The response to an invalid submission also renders them, with the user's input. */
export function NewsletterFields({ labels, problemLabels, email = '', problem, hiddenFields }: FieldsProps) {
  const error = formatError(problem, labels, problemLabels)
  return (
    <form
      id={NEWSLETTER_FORM_ID}
      {...toScriptAttributes({ [BLOCK_SCRIPT_ATTRIBUTE]: formsFile.path })}
      action="/api/newsletter"
      method="post"
      noValidate
      className="group/form group-has-[:target[data-sent]]/newsletter:hidden"
    >
      {problem && problem.status !== 'invalid' && <Notice problem={problem} labels={labels} />}
      <Notice problem={{ status: 'offline' }} labels={labels} />
      <Field id={EMAIL_ID} label={labels.label} error={error}>
        <div className="mt-2 flex flex-wrap items-stretch gap-3">
          <input
            {...getControlProps(EMAIL_ID, error)}
            type="email"
            name="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            required
            maxLength={CONTACT_LIMITS.email}
            defaultValue={email}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user submitted this field with an error
            autoFocus={error !== undefined}
            className="text-field mt-0 w-auto min-w-0 flex-[999_1_12rem]"
          />
          <Button type="submit" variant="quiet" className="grid flex-[1_0_auto] *:[grid-area:1/1]">
            <span className="group-aria-busy/form:invisible">{labels.send}</span>
            <span className="invisible group-aria-busy/form:visible">{labels.sending}</span>
          </Button>
        </div>
      </Field>
      <div className="sr-only" aria-hidden="true">
        <label htmlFor={HONEYPOT_ID}>Leave this field empty</label>
        <input id={HONEYPOT_ID} name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {Object.entries(hiddenFields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}

export function NewsletterForm({ labels, problemLabels }: Pick<FieldsProps, 'labels' | 'problemLabels'>) {
  return (
    <section
      aria-labelledby="newsletter-heading"
      className="group/newsletter grid gap-x-8 gap-y-5 border-t py-10 lg:grid-cols-12 print:hidden"
    >
      <div className="max-w-88 lg:col-span-4">
        <h2 id="newsletter-heading" className="text-lg font-semibold">
          {labels.heading}
        </h2>
        <p className="mt-1 text-muted-foreground">{labels.text}</p>
      </div>
      <div className="max-w-128 lg:col-span-8">
        <div id={SUBSCRIBED_ID} {...{ [FORM_SENT_ATTRIBUTE]: '' }} tabIndex={-1} className="hidden target:block">
          <div className="rounded-lg border-l-4 border-accent bg-accent-muted p-4">
            <p className="font-semibold">{labels.thanks}</p>
            <p className="mt-1">{labels.thanksText}</p>
            <a href={`#${NEWSLETTER_FORM_ID}`} className="text-link mt-1 inline-flex min-h-11 items-center">
              {labels.another}
            </a>
          </div>
        </div>
        <NewsletterFields labels={labels} problemLabels={problemLabels} />
      </div>
    </section>
  )
}
