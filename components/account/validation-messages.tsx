'use client'

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

const PASSWORD_STEP = '/factor-one'

/**
 * Whether the password field was filled in. The variable has module scope, because the component may remount at each
 * step of the form.
 */
let wasFilledIn = false

/**
 * Returns whether Clerk rejected a password that the browser autofilled. Clerk then shows its password step without a
 * message or an event, so the hook observes the DOM.
 * @param ref element around Clerk's forms
 */
function useRejectedPassword(ref: RefObject<HTMLElement | null>): boolean {
  const [isRejected, setIsRejected] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const isPasswordStep = () => location.pathname.endsWith(PASSWORD_STEP)
    const updateState = () => setIsRejected(wasFilledIn && isPasswordStep())
    const recordSubmit = ({ target }: Event) => {
      const password = (target as HTMLFormElement).querySelector<HTMLInputElement>('[type=password]')
      wasFilledIn = !isPasswordStep() && Boolean(password?.value)
      updateState()
    }
    const observer = new MutationObserver(updateState)
    updateState()
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('submit', recordSubmit, { capture: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('submit', recordSubmit, { capture: true })
    }
  }, [ref])
  return isRejected
}

type Field = HTMLInputElement

function formatProblem({ validity, labels, type }: Field): string {
  const label = labels?.[0]?.textContent?.trim().toLowerCase()
  if (validity.valueMissing) return label ? `Enter your ${label}.` : 'Fill in the highlighted field.'
  // Clerk's email field has the type `text` and a pattern.
  if (type === 'email' || label?.includes('email')) return 'Enter an email address in the format name@example.com.'
  return `Check ${label ? `the ${label}` : 'the highlighted field'}.`
}

const REJECTED_PASSWORD_MESSAGE =
  'The saved password is wrong for this account. Enter your password, or sign in another way.'

/**
 * Shows a validation message on the page instead of in the browser's bubble, and focuses the first invalid field. Also
 * reports a rejected password, because Clerk does not.
 */
export function ValidationMessages({ children }: { children: ReactNode }) {
  const [problem, setProblem] = useState<string>()
  const ref = useRef<HTMLDivElement>(null)
  const isRejected = useRejectedPassword(ref)
  const message = problem ?? (isRejected ? REJECTED_PASSWORD_MESSAGE : undefined)
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
        setProblem(formatProblem(field))
        field.focus()
      },
      options,
    )
    for (const type of ['input', 'submit']) element.addEventListener(type, () => setProblem(undefined), options)
    return () => controller.abort()
  }, [])
  return (
    <div ref={ref}>
      {/* The element is always rendered, so that screen readers announce changes of its text. */}
      <p role="alert" className={message ? 'mb-4 border-l-2 border-primary pl-4 font-medium' : ''}>
        {message}
      </p>
      {children}
    </div>
  )
}
