import type { Ref } from 'react'
import type { ContactAnswer, ContactField } from '@/lib/contact/fields.ts'
import { controlId } from './contact-fields.tsx'
import { phoneHref } from '@/lib/phone.ts'

/** Where else the company can be reached. */
export type Reach = { phone: string | null; email: string | null } | null

/** `offline`: the browser got no answer. */
export type Problem = Exclude<ContactAnswer, { status: 'sent' }> | { status: 'offline' }

const minutes = (milliseconds: number) => {
  const count = Math.ceil(milliseconds / 60_000)
  return count === 1 ? 'a minute' : `${count} minutes`
}

function words(problem: Problem): { heading: string; text?: string; offersReach?: boolean } {
  switch (problem.status) {
    case 'invalid':
      return { heading: 'Your message is not sent yet. Please check:' }
    case 'suspicious':
      return {
        heading: 'Your message is not sent yet',
        text: 'A field that should stay empty was filled in, perhaps by a tool that fills in forms. It is empty again: please send your message once more.',
      }
    case 'ticket':
      return { heading: 'One more step', text: 'Read your message once more, then send it.' }
    case 'limited':
      return {
        heading: 'Your message is not sent yet',
        text: `Several messages came from your connection within minutes. Please send this one in ${minutes(problem.waitMs)}.`,
        offersReach: true,
      }
    case 'unavailable':
      return {
        heading: 'Your message could not be saved',
        text: 'Something failed on our side, and nobody has received it. Your words are still below: please try again in a minute.',
        offersReach: true,
      }
    case 'offline':
      return {
        heading: 'Your message could not be sent',
        text: 'There was no answer from this site. Your words are still below: check your connection, then send again.',
        offersReach: true,
      }
  }
}

function ReachUs({ reach }: { reach: Reach }) {
  if (!reach?.phone && !reach?.email) return null
  return (
    <p className="mt-3">
      Or reach us directly:{' '}
      {reach.phone && (
        <a className="text-link font-medium" href={phoneHref(reach.phone)}>
          call {reach.phone}
        </a>
      )}
      {reach.phone && reach.email && ' or '}
      {reach.email && (
        <a className="text-link font-medium" href={`mailto:${reach.email}`}>
          write to {reach.email}
        </a>
      )}
    </p>
  )
}

type ContactNoticeProps = { problem: Problem; reach: Reach; ref?: Ref<HTMLDivElement>; autoFocus?: boolean }

/** Says what happened to a message that is not sent, with a link to each field to correct. Announced, and focused. */
export function ContactNotice({ problem, reach, ref, autoFocus }: ContactNoticeProps) {
  const { heading, text, offersReach } = words(problem)
  const isStep = problem.status === 'ticket'
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the answer to a form without JavaScript is about this text
      autoFocus={autoFocus}
      className={`rounded-lg border-l-4 p-5 ${isStep ? 'border-ice bg-ice-wash' : 'border-ember bg-ember-wash'}`}
    >
      <p className="text-lg leading-snug font-semibold">{heading}</p>
      {text && <p className="mt-2">{text}</p>}
      {problem.status === 'invalid' && (
        <ul className="mt-2 grid gap-1">
          {Object.entries(problem.errors).map(([field, error]) => (
            <li key={field}>
              <a className="text-link inline-flex min-h-11 items-center" href={`#${controlId(field as ContactField)}`}>
                {error}
              </a>
            </li>
          ))}
        </ul>
      )}
      {offersReach && <ReachUs reach={reach} />}
    </div>
  )
}
