import type { ReactNode } from 'react'

type ListingHeaderProps = {
  heading: string | null
  text?: string | null
  /** What stands above the heading, for example the way back. */
  before?: ReactNode
  /** What stands below the text, for example a choice of categories. */
  children?: ReactNode
}

/** What a list says first. */
export function ListingHeader({ heading, text, before, children }: ListingHeaderProps) {
  return (
    <header className="wrap pt-10 pb-10 md:pt-16 md:pb-14">
      {before}
      <h1 className="max-w-[18ch] text-hero leading-[0.98] tracking-[-0.035em]">{heading}</h1>
      {text && <p className="mt-6 max-w-[36rem] text-lead text-muted">{text}</p>}
      {children}
    </header>
  )
}
