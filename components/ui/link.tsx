import type { ComponentProps } from 'react'
import { safeHref } from '@/lib/http/safe-href.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string | null | undefined }

/**
 * A link of the site, which loads a document. An unsafe or missing address leaves plain text. Other sites open in the same
 * tab, as the visitor's own settings say.
 */
export function Link({ href, children, ...props }: LinkProps) {
  const safe = safeHref(href)
  if (!safe) return <span className={props.className}>{children}</span>
  return (
    <a {...props} href={safe} rel={safe.startsWith('http') ? 'noopener' : props.rel}>
      {children}
    </a>
  )
}
