import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { ComponentProps, ReactNode } from 'react'
import { TextLink } from './link.tsx'

type Value = ComponentProps<typeof PortableText>['value']

const components: PortableTextComponents = {
  block: {
    normal: ({ children }) => <p>{children}</p>,
    h2: ({ children }) => <h3 className="mt-10 text-heading first:mt-0">{children}</h3>,
    h3: ({ children }) => <h4 className="mt-8 font-display text-xl font-semibold first:mt-0">{children}</h4>,
    h4: ({ children }) => <h5 className="mt-6 font-display font-semibold first:mt-0">{children}</h5>,
    blockquote: ({ children }) => (
      <blockquote className="border-l-2 border-primary pl-5 text-lead">{children}</blockquote>
    ),
  },
  list: {
    bullet: ({ children }) => (
      <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted-foreground">{children}</ul>
    ),
    number: ({ children }) => (
      <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-muted-foreground">{children}</ol>
    ),
  },
  marks: {
    link: ({ children, value }: { children: ReactNode; value?: { href?: string } }) => (
      <TextLink href={value?.href}>{children}</TextLink>
    ),
  },
}

export function Prose({ value, className = '' }: { value: Value | null | undefined; className?: string }) {
  if (!value) return null
  return (
    <div className={`prose ${className}`}>
      <PortableText value={value} components={components} onMissingComponent={false} />
    </div>
  )
}
