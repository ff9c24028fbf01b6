import { Link } from '../ui/link.tsx'
import { phoneHref } from '@/lib/phone.ts'

/** How to reach a person; from the settings of the site, each as far as it is known. */
export type Help = { phone: string | null; email: string | null }

/** Who helps; nothing where nobody is known. */
export function HelpLine({ help: { phone, email }, className }: { help: Help; className: string }) {
  if (!phone && !email) return null
  return (
    <p className={`text-muted ${className}`}>
      Need help now?{' '}
      {phone && (
        <Link href={phoneHref(phone)} className="text-link text-ink">
          Call {phone}
        </Link>
      )}
      {phone && email && ' or write to '}
      {email && (
        <Link href={`mailto:${email}`} className="text-link text-ink">
          {email}
        </Link>
      )}
    </p>
  )
}
