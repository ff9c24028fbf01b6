import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'

/** How to reach a person; from the settings of the site, each as far as it is known. */
export type Help = { phone: string | null; email: string | null }

type NoticeProps = {
  label: string
  heading: string
  children: ReactNode
  /** What the visitor can do here. */
  action?: ReactNode
  help: Help
}

/** Says, in the place of a form, why it is not there, what to do, and who helps. */
export function Notice({ label, heading, children, action, help: { phone, email } }: NoticeProps) {
  return (
    <div className="rounded-2xl border border-line bg-raised p-8">
      <p className="label text-ember">{label}</p>
      <h1 className="mt-3 text-[1.75rem]">{heading}</h1>
      <div className="mt-4 text-muted">{children}</div>
      {action && <div className="mt-6">{action}</div>}
      {(phone || email) && (
        <p className="mt-6 border-t border-line pt-5 text-muted">
          Need help now?{' '}
          {phone && (
            <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-link text-ink">
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
      )}
    </div>
  )
}
