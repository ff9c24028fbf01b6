import { ContactForm } from '../forms/contact-form.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/** A message to the company, beside what happens with it. */
export function ContactFormBlock({ block, context }: BlockProps<'contactFormBlock'>) {
  const { phone = null, email = null } = context.contact ?? {}
  return (
    <section className="wrap section grid gap-x-12 gap-y-10 lg:grid-cols-12">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="lg:col-span-5" />
      <div className="lg:col-span-7">
        <ContactForm
          reach={{ phone, email }}
          words={context.words.contact}
          problemWords={context.words.contactProblems}
        />
      </div>
    </section>
  )
}
