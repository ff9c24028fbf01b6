import type { ReactNode } from 'react'

type AuthCardProps = {
  heading: string
  text?: string
  below?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/**
 * Renders the card around an account form. The card reserves the height of the first step, so that the layout does not
 * shift when the form loads. Its content is vertically centered and would move while a slow browser parses the HTML.
 * Therefore the card stays invisible until `data-end` is parsed.
 */
export function AuthCard({ heading, text, below, aside, children }: AuthCardProps) {
  return (
    <section
      className={`auth wrap grid content-center items-start gap-x-16 gap-y-8 py-8 md:min-h-[calc(100dvh-9.5rem)] not-has-[>[data-end]]:invisible md:py-12 xl:gap-x-24 ${aside ? 'lg:grid-cols-[27rem_minmax(0,32.5rem)] lg:justify-between' : ''}`}
    >
      <div className="mx-auto w-full max-w-108">
        <div className="auth-heading">
          <h1 className="text-subtitle">{heading}</h1>
          {text && <p className="mt-2 text-muted-foreground">{text}</p>}
        </div>
        <div className="mt-6">{children}</div>
        {below}
      </div>
      {aside && <div className="max-lg:mx-auto max-lg:w-full max-lg:max-w-108">{aside}</div>}
      <span data-end hidden />
    </section>
  )
}

type AuthStepsProps = {
  heading: string
  steps: string[]
  children: ReactNode
}

export function AuthSteps({ heading, steps, children }: AuthStepsProps) {
  return (
    <div>
      <h2 className="text-card-title leading-tight">{heading}</h2>
      <ol className="mt-4">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[2rem_1fr] border-t py-4">
            <span aria-hidden="true" className="font-mono text-accent">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      {children}
    </div>
  )
}
