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
        <p className="max-w-[14ch] font-display text-title leading-[1.02] font-[650] tracking-[-0.03em]">{heading}</p>
        <ol className="auth-steps mt-9 max-w-[30rem] text-muted">
          {steps?.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className="auth-card">{children}</div>
    </section>
  )
}
