import type { ReactNode } from 'react'

type SectionHeadingProps = {
  heading: string | null
  text?: string | null
  isFirst?: boolean
  size?: 'text-title' | 'text-card-title'
  className?: string
}

/** Heading of a section of a page, with at most one paragraph below it; the first one is the heading of the page. */
export function SectionHeading({
  heading,
  text,
  isFirst = false,
  size = 'text-title',
  className = '',
}: SectionHeadingProps) {
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <div className={`max-w-176 ${className}`}>
      {heading && <Heading className={size}>{heading}</Heading>}
      {text && <p className="mt-3 max-w-lead text-lead text-muted-foreground md:mt-5">{text}</p>}
    </div>
  )
}

type ListHeaderProps = {
  heading: string | null
  text?: string | null
  /** Whether the heading may be as wide as the page, because it fits one line there. */
  isOneLine?: boolean
  /** What stands below the text, for example a choice of categories. */
  children?: ReactNode
  /** What stands at the right of all that, and on narrow screens below it. */
  aside?: ReactNode
}

/** Heading of a page that lists entries, with at most one paragraph below it. */
export function ListHeader({ heading, text, isOneLine = false, children, aside }: ListHeaderProps) {
  return (
    <header
      className={`wrap pt-10 pb-10 md:pt-16 md:pb-14 ${aside ? 'grid items-end gap-x-12 gap-y-10 lg:grid-cols-12' : ''}`}
    >
      <div className={aside ? 'lg:col-span-8' : undefined}>
        <h1 className={`text-hero ${isOneLine ? '' : 'max-w-headline'}`}>{heading}</h1>
        {text && <p className="mt-6 max-w-lead text-lead text-muted-foreground">{text}</p>}
        {children}
      </div>
      {aside && <div className="lg:col-span-4">{aside}</div>}
    </header>
  )
}
