import type { ReactNode } from 'react'

type SectionHeadingProps = { heading: string | null; text?: string | null; isFirst?: boolean; className?: string }

/** Heading of a section of a page, with at most one paragraph below it; the first one is the heading of the page. */
export function SectionHeading({ heading, text, isFirst = false, className = '' }: SectionHeadingProps) {
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <div className={`max-w-176 ${className}`}>
      {heading && <Heading className="text-title">{heading}</Heading>}
      {text && <p className="mt-3 max-w-lead text-lead text-muted-foreground md:mt-5">{text}</p>}
    </div>
  )
}

type ListHeaderProps = {
  heading: string | null
  text?: string | null
  /** What stands below the text, for example a choice of categories. */
  children?: ReactNode
}

/** Heading of a page that lists entries, with at most one paragraph below it. */
export function ListHeader({ heading, text, children }: ListHeaderProps) {
  return (
    <header className="wrap pt-10 pb-10 md:pt-16 md:pb-14">
      <h1 className="max-w-headline text-hero">{heading}</h1>
      {text && <p className="mt-6 max-w-lead text-lead text-muted-foreground">{text}</p>}
      {children}
    </header>
  )
}
