type BandHeadingProps = { heading: string | null; text?: string | null; isFirst?: boolean; className?: string }

/** Heading of a band, with at most one paragraph below it. */
export function BandHeading({ heading, text, isFirst = false, className = '' }: BandHeadingProps) {
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <div className={`max-w-[44rem] ${className}`}>
      {heading && <Heading className="text-title">{heading}</Heading>}
      {text && <p className="mt-5 max-w-[36rem] text-lead text-muted">{text}</p>}
    </div>
  )
}
