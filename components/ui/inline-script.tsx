'use client'

import { useLayoutEffect } from 'react'

/** Arguments that survive being written into a page. */
type Argument = string | number | ((...given: never[]) => unknown)

type InlineScriptProps<Arguments extends Argument[]> = {
  run: (...given: Arguments) => void
  given: Arguments
  /** Of a page that is made for each request. */
  nonce?: string | undefined
}

const written = (argument: Argument) =>
  typeof argument === 'function' ? argument.toString() : JSON.stringify(argument)

/**
 * Runs a function from the HTML itself, so that what it serves works before hydration, and again where React shows the
 * element after a navigation, when a browser would not run it. The function must be harmless to run twice, and it and
 * the functions among its arguments may use nothing from outside themselves. For client components only.
 */
export function InlineScript<Arguments extends Argument[]>({ run, given, nonce }: InlineScriptProps<Arguments>) {
  // Once when the element appears: what it is given are constants.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => run(...given), [])
  const onServer = typeof window === 'undefined'
  return (
    <script
      // In the browser React only matches this element: a type that is no script keeps it from warning.
      type={onServer ? 'text/javascript' : 'text/plain'}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: onServer ? `(${run.toString()})(${given.map(written).join()})` : '' }}
    />
  )
}
