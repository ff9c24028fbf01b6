import {
  type ContactFault,
  type ContactField,
  CONTACT_LIMITS,
  type ContactAnswer,
  type ContactErrors,
} from '@/lib/site/contact/fields.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { buildPhoneHref } from '@/lib/values/phone.ts'
import { fill } from '../../ui/fill.tsx'

export type ContactLabels = UiCopy['contact']

export type ProblemLabels = UiCopy['contactProblems']

/** UI copy keys of the errors. The phone number is optional, so only its format can be wrong. */
const MESSAGE_KEYS = {
  name: 'missingName',
  company: 'missingCompany',
  email: 'missingEmail',
  phone: 'malformedPhone',
  message: 'missingMessage',
} as const satisfies Record<ContactField, keyof ProblemLabels>

export function formatFault(
  field: ContactField,
  fault: ContactFault,
  labels: ContactLabels,
  problemLabels: ProblemLabels,
): string {
  const label = labels[`${field}Label`]
  switch (fault) {
    case 'missing':
      return problemLabels[MESSAGE_KEYS[field]]
    case 'malformed':
      return problemLabels[field === 'email' ? 'malformedEmail' : MESSAGE_KEYS[field]]
    case 'long':
      return fill(problemLabels.long, { field: label, limit: CONTACT_LIMITS[field] })
    case 'control':
      return fill(problemLabels.control, { field: label })
  }
}

export type ContactDetails = { phone: string | null; email: string | null } | null

/**
 * Problem of a submission. `offline` means that there was no response. The page contains the offline notice as a hidden
 * element, which the script shows.
 */
export type Problem = Exclude<ContactAnswer, { status: 'sent' }> | { status: 'offline' }

export const getControlId = (field: ContactField) => `contact-${field}`

const minutes = new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'long' })

/** Returns text such as "2 minutes", rounded up. */
export const formatMinutes = (milliseconds: number) => minutes.format(Math.ceil(milliseconds / 60_000))

const getFaultEntries = (errors: ContactErrors) => Object.entries(errors) as [ContactField, ContactFault][]

type ProblemTexts = { heading: string; text?: string; hasContactDetails?: boolean }

function getProblemTexts(problem: Problem, labels: ProblemLabels): ProblemTexts {
  switch (problem.status) {
    case 'invalid':
      return { heading: labels.check }
    case 'suspicious':
      return { heading: labels.notSent, text: labels.suspicious }
    case 'ticket':
      return { heading: labels.ticketHeading, text: labels.ticket }
    case 'limited':
      return {
        heading: labels.notSent,
        text: fill(labels.limited, { time: formatMinutes(problem.waitMs) }),
        hasContactDetails: true,
      }
    case 'unavailable':
      return { heading: labels.unavailableHeading, text: labels.unavailable, hasContactDetails: true }
    case 'offline':
      return { heading: labels.offlineHeading, text: labels.offline, hasContactDetails: true }
  }
}

function ContactOptions({ contactDetails, labels }: { contactDetails: ContactDetails; labels: ProblemLabels }) {
  if (!contactDetails?.phone && !contactDetails?.email) return null
  return (
    <p className="mt-3">
      {labels.reach}{' '}
      {contactDetails.phone && (
        <a className="text-link font-medium" href={buildPhoneHref(contactDetails.phone)}>
          {fill(labels.call, { number: contactDetails.phone })}
        </a>
      )}
      {contactDetails.phone && contactDetails.email && ` ${labels.or} `}
      {contactDetails.email && (
        <a className="text-link font-medium" href={`mailto:${contactDetails.email}`}>
          {fill(labels.write, { email: contactDetails.email })}
        </a>
      )}
    </p>
  )
}

type ContactNoticeProps = {
  problem: Problem
  contactDetails: ContactDetails
  labels: ContactLabels
  problemLabels: ProblemLabels
}

export function ContactNotice({ problem, contactDetails, labels, problemLabels }: ContactNoticeProps) {
  const { heading, text, hasContactDetails } = getProblemTexts(problem, problemLabels)
  const isStep = problem.status === 'ticket'
  return (
    <div
      role="alert"
      tabIndex={-1}
      hidden={problem.status === 'offline'}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the notice is the result of the user's submission
      autoFocus={problem.status !== 'offline'}
      className={`rounded-lg border-l-4 p-5 sm:col-span-2 ${isStep ? 'border-accent bg-accent-muted' : 'border-primary bg-primary-muted'}`}
    >
      <p className="text-lg leading-snug font-semibold">{heading}</p>
      {text && <p className="mt-2">{text}</p>}
      {problem.status === 'invalid' && (
        <ul className="mt-2 grid gap-1">
          {getFaultEntries(problem.errors).map(([field, fault]) => (
            <li key={field}>
              <a className="touch-link" href={`#${getControlId(field)}`}>
                {formatFault(field, fault, labels, problemLabels)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {hasContactDetails && <ContactOptions contactDetails={contactDetails} labels={problemLabels} />}
    </div>
  )
}
