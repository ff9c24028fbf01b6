'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRefusedPassword } from './use-refused-password.ts'

type Field = HTMLInputElement

/** What is wrong with a field, and what to do. */
function problemOf({ validity, labels, type }: Field): string {
  const label = labels?.[0]?.textContent?.trim().toLowerCase()
  if (validity.valueMissing) return label ? `Enter your ${label}.` : 'Fill in the marked field.'
  // Clerk's field takes addresses as text, by a pattern.
  if (type === 'email' || label?.includes('email'))
    return 'Check the email address: it should look like name@example.com.'
  return `Check ${label ? `the ${label}` : 'the marked field'}.`
}

const REFUSED = 'The password that was filled in does not fit this account. Type it, or use another way to sign in.'

/**
 * Says in the page's own words what keeps a form from being sent, instead of in the browser's bubble, and leads to the first
 * field that has to be changed; and that a password was not accepted, where Clerk does not. The forms inside are Clerk's, and
 * have their fields checked by the browser.
 */
export function OwnProblems({ children }: { children: ReactNode }) {
  const [problem, setProblem] = useState<string>()
  const ref = useRef<HTMLDivElement>(null)
  const isRefused = useRefusedPassword(ref)
  const said = problem ?? (isRefused ? REFUSED : undefined)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    element.addEventListener(
      'invalid',
      (event) => {
        event.preventDefault()
        const field = event.target as Field
        if (field !== field.form?.querySelector(':invalid')) return
        setProblem(problemOf(field))
        field.focus()
      },
      options,
    )
    for (const type of ['input', 'submit']) element.addEventListener(type, () => setProblem(undefined), options)
    return () => controller.abort()
  }, [])
  return (
    <div ref={ref}>
      {/* Always there, so that screen readers hear of a change. */}
      <p role="alert" className={said ? 'mb-4 border-l-2 border-primary pl-4 font-medium' : ''}>
        {said}
      </p>
      {children}
    </div>
  )
}
