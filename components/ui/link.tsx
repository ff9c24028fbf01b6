import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { isAccountPath } from '@/lib/routes.ts'
import { isInternal, safeHref } from '@/lib/http/safe-href.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string | null | undefined }

/**
 * A link of the site. Nothing is prefetched on load (52 KB a page); an unsafe or missing address leaves plain text.
 * Other sites open in the same tab, as the visitor's own settings say.
 */
export function Link({ href, children, ...props }: LinkProps) {
  const safe = safeHref(href)
  if (!safe) return <span className={props.className}>{children}</span>
  // The account's pages have a policy and scripts of their own, which come with a document only.
  if (isInternal(safe) && !isAccountPath(safe)) {
    return (
      <NextLink {...props} href={safe} prefetch={false}>
        {children}
      </NextLink>
    )
  }
  return (
    <a {...props} href={safe} rel={safe.startsWith('http') ? 'noopener' : undefined}>
      {children}
    </a>
  )
}
