import { Link } from '../ui/link.tsx'
import type { Shell } from './types.ts'

/** Phone, mail and web address, each as far as it is known. */
export function Contact({ contact }: { contact: NonNullable<Shell['settings']>['contact'] }) {
  if (!contact) return null
  const { phone, email, siteUrl } = contact
  const rows = [
    { text: phone, href: phone && `tel:${phone.replace(/[^+\d]/g, '')}` },
    { text: email, href: email && `mailto:${email}` },
    { text: siteUrl?.replace(/^https?:\/\//, ''), href: siteUrl },
  ]
  return (
    <address className="mt-5 not-italic">
      {rows.map(
        ({ text, href }) =>
          text && (
            <Link
              key={text}
              href={href}
              className="flex min-h-11 items-center text-muted transition-colors hover:text-ink"
            >
              {text}
            </Link>
          ),
      )}
    </address>
  )
}
