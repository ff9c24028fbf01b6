import type { ComponentProps } from 'react'
import { toSafeHref } from '@/lib/platform/http/safe-href.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string | null | undefined }

/**
 * Renders a link that loads a new document. An unsafe or missing `href` renders plain text. External links open in the
 * same tab.
 */
export function Link({ href, children, ...props }: LinkProps) {
  const checkedHref = toSafeHref(href)
  if (!checkedHref) return <span className={props.className}>{children}</span>
  return (
    <a {...props} href={checkedHref} rel={checkedHref.startsWith('http') ? 'noopener' : props.rel}>
      {children}
    </a>
  )
}

type PlainLinkProps = Pick<LinkProps, 'href' | 'children'>

export const TextLink = (props: PlainLinkProps) => <Link {...props} className="text-link" />

/** Renders a standalone link with a large touch target. */
export const TouchLink = (props: PlainLinkProps) => <Link {...props} className="touch-link" />

export const CardLink = (props: PlainLinkProps) => <Link {...props} className="card-link" />
