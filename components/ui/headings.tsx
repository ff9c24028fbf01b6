import type { ReactNode } from 'react'

type SectionHeadingProps = {
  heading: string | null
  text?: string | null
  isFirst?: boolean
  className?: string
}

/** Renders a section heading. The first one on a page is the `h1`. */
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
  isOneLine?: boolean
  children?: ReactNode
  aside?: ReactNode
}

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
