import type { ReactNode } from 'react'

type AuthCardProps = {
  /** What the form is for, and what happens then. */
  heading: string
  steps?: string[]
  children: ReactNode
}

/**
 * The card to sign in or register, beside a heading and steps. It fills the window, so that the footer is out of sight and
 * is not seen to move when the card changes its height.
 */
export function AuthCard({ heading, steps, children }: AuthCardProps) {
  return (
    <section className="wrap grid min-h-[calc(100dvh-4.5rem)] content-start gap-12 pt-6 pb-24 md:pt-16 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-x-24 xl:pt-26">
      <div>
        <p className="max-w-[14ch] font-display text-title leading-none font-semibold tracking-tighter">{heading}</p>
        <ol className="mt-9 max-w-120 text-muted-foreground">
          {steps?.map((step, index) => (
            <li key={step} className="grid grid-cols-[2rem_1fr] border-t border-border py-4.5">
              <span aria-hidden="true" className={`font-mono ${index === 0 ? 'text-primary' : 'text-accent'}`}>
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </div>
      {/* First on a phone, where the words come after the form: below the window, like the footer. */}
      <div className="mx-auto w-full max-w-108 max-lg:order-first max-lg:min-h-[calc(100dvh-6rem)]">{children}</div>
    </section>
  )
}
