'use client'

import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { HONEYPOT, SENT_ID } from '@/lib/contact/fields.ts'
import { CONTACT_FORM_ID } from '@/lib/dom-contract.ts'
import { ContactFields } from './contact-fields.tsx'
import { ContactNotice, type Problem, type Reach } from './contact-notice.tsx'
import type { ContactWords, ProblemWords } from './contact-words.ts'
import { fetchTicket, sendMessage } from './send-message.ts'

const focus = (element: HTMLElement | null) => element?.focus()

type ContactFormProps = { reach: Reach; words: ContactWords; problemWords: ProblemWords }

/**
 * The contact form. Without JavaScript, and until hydration, it is a plain form that the site answers with a page;
 * after that it is sent from here and its errors appear in place.
 */
export function ContactForm({ reach, words, problemWords }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<HTMLDivElement>(null)
  const ticket = useRef<Promise<string>>(undefined)
  const [problem, setProblem] = useState<Problem>()
  const [attempt, setAttempt] = useState(0)
  const [isSending, setIsSending] = useState(false)

  const takeTicket = useCallback(() => (ticket.current ??= fetchTicket()), [])

  useEffect(() => {
    // The form may have been touched before this code was there.
    if (form.current?.contains(document.activeElement)) void takeTicket()
  }, [takeTicket])

  function showSent(fields: HTMLFormElement) {
    ticket.current = undefined
    setProblem(undefined)
    fields.reset()
    window.location.hash = SENT_ID
    sent.current?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const fields = event.currentTarget
    setIsSending(true)
    const answer = await sendMessage(Object.fromEntries(new FormData(fields)), await takeTicket())
    setIsSending(false)
    if (answer.status === 'sent') return showSent(fields)
    const trap = fields.elements.namedItem(HONEYPOT)
    if (trap instanceof HTMLInputElement) trap.value = ''
    setProblem(answer)
    setAttempt(attempt + 1)
  }

  return (
    <div className="group/contact">
      <div id={SENT_ID} ref={sent} data-sent="" tabIndex={-1} className="hidden target:block">
        <div className="rounded-lg border-l-4 border-ice bg-ice-wash p-6">
          <p className="text-xl font-semibold">{words.thanks}</p>
          <p className="mt-2">{words.thanksText}</p>
          <a href={`#${CONTACT_FORM_ID}`} className="text-link mt-3 inline-flex min-h-11 items-center">
            {words.another}
          </a>
        </div>
      </div>
      <ContactFields
        ref={form}
        words={words}
        problemWords={problemWords}
        onSubmit={submit}
        onFocus={takeTicket}
        aria-busy={isSending}
        errors={problem?.status === 'invalid' ? problem.errors : {}}
        // Made anew each time, so that it is announced and focused each time.
        notice={
          problem && (
            <ContactNotice
              key={attempt}
              ref={focus}
              problem={problem}
              reach={reach}
              words={words}
              problemWords={problemWords}
            />
          )
        }
        button={isSending ? words.sending : words.send}
      />
    </div>
  )
}
