import type { ReactNode } from 'react'

type EntryProps = {
  /** What the form is for, and what happens then. */
  heading: string
  steps?: string[]
  children: ReactNode
}

/**
 * The card to sign in or register beside a few words. The band fills the window, so that what is below it is out of
 * sight and cannot be seen to move, whatever the card is made of at the time.
 */
export function Entry({ heading, steps, children }: EntryProps) {
  return (
    <section className="entry wrap">
      <div>
        <p className="max-w-[14ch] font-display text-title leading-[1.02] font-[650] tracking-[-0.03em]">{heading}</p>
        <ol className="entry-steps mt-9 max-w-[30rem] text-muted">
          {steps?.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className="entry-card">{children}</div>
    </section>
  )
}
