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
    <section className="auth wrap">
      <div>
        <p className="max-w-[14ch] font-display text-title leading-none font-semibold tracking-tighter">{heading}</p>
        <ol className="auth-steps mt-9 max-w-120 text-muted">
          {steps?.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className="auth-card">{children}</div>
    </section>
  )
}
