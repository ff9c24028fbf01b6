import type { ReactNode } from 'react'

/**
 * The band of the card to sign in or register. It fills the window, so that what is below it is out of sight and
 * cannot be seen to move, whatever the card is made of at the time.
 */
export function Entry({ children }: { children: ReactNode }) {
  return <section className="entry wrap">{children}</section>
}
