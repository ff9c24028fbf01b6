import { stegaClean } from 'next-sanity'
import { isFictionalPhone, buildPhoneHref } from '@/lib/values/phone.ts'
import { ContactForm } from '../forms/contact-form.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import { Link } from '../../ui/link.tsx'
import { Prose } from '../../ui/prose.tsx'
import type { BlockContext, BlockProps } from '../types/blocks.ts'

function ContactDetails({ contact, labels }: BlockContext) {
  const { phone, email } = contact ?? {}
  const rows = [
    { label: labels.contact.emailLabel, text: email, href: `mailto:${email}` },
    {
      label: labels.contact.reachPhone,
      text: phone,
      href: phone && !isFictionalPhone(stegaClean(phone)) ? buildPhoneHref(phone) : null,
    },
  ]
  return (
    <address className="mt-3 not-italic md:mt-5">
      {rows.map(
        ({ label, text, href }) =>
          text && (
            <p key={label} className="flex min-h-11 items-center">
              <span className="min-w-22 text-muted-foreground">{label}</span>
              {href ? (
                <Link href={href} className="touch-link font-medium">
                  {text}
                </Link>
              ) : (
                text
              )}
            </p>
          ),
      )}
    </address>
  )
}

export function ContactFormBlock({ block, context }: BlockProps<'contactFormBlock'>) {
  const { phone = null, email = null } = context.contact ?? {}
  return (
    <section className="wrap section grid gap-x-12 gap-y-6 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-4">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
        <ContactDetails {...context} />
      </div>
      <div className="rounded-3xl panel p-5 sm:p-8 lg:col-span-8 lg:row-span-2 self-start">
        <ContactForm
          contactDetails={{ phone, email }}
          labels={context.labels.contact}
          problemLabels={context.labels.contactProblems}
        />
        <Prose value={block.body} className="mt-5 gap-2 text-note text-muted-foreground" />
      </div>
      {block.answers && block.answers.length > 0 && (
        <div className="mt-6 lg:col-span-4">
          <h2 className="text-card-title">{block.answersHeading}</h2>
          <Prose value={block.answers} className="mt-4 text-note" />
        </div>
      )}
    </section>
  )
}
