import type { ReactNode } from 'react'
import { buildPhoneHref } from '@/lib/values/phone.ts'
import { Link } from '../ui/link.tsx'

export type Help = { phone: string | null; email: string | null }

export function HelpLine({ help: { phone, email }, className }: { help: Help; className: string }) {
  if (!phone && !email) return null
  return (
    <p className={`text-muted-foreground ${className}`}>
      Need help now?{' '}
      {phone && (
        <Link href={buildPhoneHref(phone)} className="text-link text-foreground">
          Call {phone}
        </Link>
      )}
      {phone && email && ' or email '}
      {email && (
        <Link href={`mailto:${email}`} className="text-link text-foreground">
          {email}
        </Link>
      )}
    </p>
  )
}

type NoticeProps = {
  label: string
  heading: string
  children: ReactNode
  action?: ReactNode
  help: Help
}

export function Notice({ label, heading, children, action, help }: NoticeProps) {
  return (
    <div className="panel p-8">
      <p className="label text-primary">{label}</p>
      <h2 className="mt-3 text-heading">{heading}</h2>
      <div className="mt-4 text-muted-foreground">{children}</div>
      {action && <div className="mt-6">{action}</div>}
      <HelpLine help={help} className="mt-6 border-t border-border pt-5" />
    </div>
  )
}
