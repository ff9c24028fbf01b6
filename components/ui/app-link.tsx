'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { useSample } from './sample.ts'

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** A link within the dashboard; among sample data one to the same sample, and plain text where there is none. */
export function AppLink({ href, children, ...props }: AppLinkProps) {
  const sample = useSample()
  if (!sample) {
    return (
      <NextLink {...props} href={href} prefetch={false}>
        {children}
      </NextLink>
    )
  }
  const shown = sample.hrefOf(href)
  if (!shown) return <span {...(props as ComponentProps<'span'>)}>{children}</span>
  return (
    <a {...props} href={shown}>
      {children}
    </a>
  )
}
