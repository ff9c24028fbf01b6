'use client'

import { type RefObject, useEffect, useState } from 'react'

/** Where Clerk's form asks for the password by itself. */
const PASSWORD_STEP = '/factor-one'

/** Beside the component, which may be mounted anew for each step of the form. */
let wasFilledIn = false

/**
 * Whether a password that a browser had filled in beside the address was not accepted: Clerk then goes on to its step for
 * the password without a word. Its steps are seen by what they change in the page, since Clerk says nothing of them.
 * @param ref around Clerk's forms
 */
export function useRefusedPassword(ref: RefObject<HTMLElement | null>): boolean {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const isPasswordStep = () => location.pathname.endsWith(PASSWORD_STEP)
    const look = () => setRefused(wasFilledIn && isPasswordStep())
    const note = ({ target }: Event) => {
      const password = (target as HTMLFormElement).querySelector<HTMLInputElement>('[type=password]')
      wasFilledIn = !isPasswordStep() && Boolean(password?.value)
      look()
    }
    const observer = new MutationObserver(look)
    look()
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('submit', note, { capture: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('submit', note, { capture: true })
    }
  }, [ref])
  return isRefused
}
