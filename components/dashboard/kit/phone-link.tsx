import { formatPhone, phoneHref } from '@/lib/phone.ts'
import { Icon } from '../../ui/icon.tsx'

/** Calls a number, which is in E.164, and shows it unless it has another text. */
export function PhoneLink({ number, label = formatPhone(number) }: { number: string; label?: string }) {
  return (
    <a href={phoneHref(number)} className="kit-phone">
      <Icon name="phone" size={14} />
      {label}
    </a>
  )
}
