import { stegaClean } from 'next-sanity'
import { isFictional, phoneHref } from '@/lib/phone.ts'
import { ContactForm } from '../forms/contact-form.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import { Link } from '../ui/link.tsx'
import { Prose } from '../ui/prose.tsx'
import type { BlockContext, BlockOf, BlockProps } from './types.ts'

const row = 'flex min-h-11 items-center'
const rowLabel = 'min-w-22 text-muted-foreground'

/** The ways past the form. A number that is a sample reaches nobody, and so it is no link. */
function Reach({ contact, words }: BlockContext) {
  const { phone, email } = contact ?? {}
  const href = phone && !isFictional(stegaClean(phone)) ? phoneHref(phone) : null
  return (
    <address className="mt-3 not-italic md:mt-5">
      {email && (
        <p className={row}>
          <span className={rowLabel}>{words.contact.emailLabel}</span>
          <Link href={`mailto:${email}`} className="touch-link font-medium">
            {email}
          </Link>
        </p>
      )}
      {phone && (
        <p className={row}>
          <span className={rowLabel}>{words.contact.reachPhone}</span>
          {href ? (
            <Link href={href} className="touch-link font-medium">
              {phone}
            </Link>
          ) : (
            phone
          )}
        </p>
      )}
    </address>
  )
}

/** What answers a question before it is written. */
function Answers({ answersHeading, answers }: BlockOf<'contactFormBlock'>) {
  if (!answers?.length) return null
  return (
    <div className="mt-6 lg:col-span-4">
      <h2 className="text-card-title">{answersHeading}</h2>
      <Prose value={answers} className="mt-4 text-note" />
    </div>
  )
}

/**
 * The ways past the form, and beside them, on a phone below, a message to the company and what happens with it; then quick
 * answers, which stand below the ways past the form where there is room beside it.
 */
export function ContactFormBlock({ block, context }: BlockProps<'contactFormBlock'>) {
  const { phone = null, email = null } = context.contact ?? {}
  return (
    <section className="wrap section grid gap-x-12 gap-y-6 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-4">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
        <Reach {...context} />
      </div>
      <div className="rounded-3xl panel p-5 sm:p-8 lg:col-span-8 lg:row-span-2 self-start">
        <ContactForm
          reach={{ phone, email }}
          words={context.words.contact}
          problemWords={context.words.contactProblems}
        />
        <Prose value={block.body} className="mt-5 gap-2 text-note text-muted-foreground" />
      </div>
      <Answers {...block} />
    </section>
  )
}
