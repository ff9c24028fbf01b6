import { formatPhone, phoneHref } from '@/lib/phone.ts'
import { Icon } from './icon.tsx'

/** Calls a number, which is in E.164, and shows it unless it has another text. */
export function PhoneLink({ number, label = formatPhone(number) }: { number: string; label?: string }) {
  return (
    <a
      href={phoneHref(number)}
      className="-my-0.5 inline-flex items-center gap-1.5 py-0.5 text-foreground underline decoration-1 underline-offset-[0.22em]"
    >
      <Icon name="phone" size={14} />
      {label}
    </a>
  )
}
