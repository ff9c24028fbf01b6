'use client'

import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { HONEYPOT, SENT_ID } from '@/lib/contact/fields.ts'
import { ContactFields } from './contact-fields.tsx'
import { ContactNotice, type Problem, type Reach } from './contact-notice.tsx'
import { fetchTicket, sendMessage } from './send-message.ts'

/**
 * The contact form. Without JavaScript, and until hydration, it is a plain form that the site answers with a page;
 * after that it is sent from here and its errors appear in place.
 */
export function ContactForm({ reach }: { reach: Reach }) {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const sent = useRef<HTMLDivElement>(null)
  const ticket = useRef<Promise<string>>(undefined)
  const [problem, setProblem] = useState<Problem>()
  const [isSending, setIsSending] = useState(false)

  const takeTicket = () => (ticket.current ??= fetchTicket())

  useEffect(() => {
    // The form may have been touched before this code was there.
    if (form.current?.contains(document.activeElement)) void takeTicket()
  }, [])

  useEffect(() => notice.current?.focus(), [problem])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending || !form.current) return
    setIsSending(true)
    const answer = await sendMessage(Object.fromEntries(new FormData(form.current)), await takeTicket())
    setIsSending(false)
    if (answer.status !== 'sent') {
      const trap = form.current.elements.namedItem(HONEYPOT)
      if (trap instanceof HTMLInputElement) trap.value = ''
      setProblem(answer)
      return
    }
    ticket.current = undefined
    setProblem(undefined)
    form.current.reset()
    window.location.hash = SENT_ID
    sent.current?.focus()
  }

  return (
    <div className="group/contact">
      <div id={SENT_ID} ref={sent} data-sent="" role="status" tabIndex={-1} className="hidden target:block">
        <div className="rounded-lg border-l-4 border-ice bg-ice-wash p-6">
          <p className="text-xl font-semibold">Your message has arrived</p>
          <p className="mt-2">It is saved, and on its way to a person who will answer by e-mail.</p>
          <a href="#contact-form" className="text-link mt-3 inline-flex min-h-11 items-center">
            Write another message
          </a>
        </div>
      </div>
      <ContactFields
        ref={form}
        onSubmit={submit}
        onFocus={takeTicket}
        aria-busy={isSending}
        errors={problem?.status === 'invalid' ? problem.errors : {}}
        notice={problem && <ContactNotice ref={notice} problem={problem} reach={reach} />}
        button={isSending ? 'Sending…' : 'Send message'}
      />
    </div>
  )
}
