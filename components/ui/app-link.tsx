'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { useSample } from './sample.ts'

/**
 * Renders a dashboard link. In the sample dashboard it links to the sample page, or renders plain text if there is
 * none.
 */
export function AppLink({ href, children, ...props }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  const sample = useSample()
  if (!sample) {
    return (
      <NextLink {...props} href={href} prefetch={false}>
        {children}
      </NextLink>
    )
  }
  const sampleHref = sample.getHref(href)
  if (!sampleHref) return <span {...(props as ComponentProps<'span'>)}>{children}</span>
  return (
    <a {...props} href={sampleHref}>
      {children}
    </a>
  )
}
