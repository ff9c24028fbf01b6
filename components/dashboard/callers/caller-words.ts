import type { CallerSummary } from '@/lib/callers/record.ts'
import { formatPhone } from '@/lib/phone.ts'

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`

export type Counts = { calls: number; leads: number; visits: number | null }

/** "3 calls, 1 lead", or that there is nothing. */
export const countWords = ({ calls, leads, visits }: Counts): string =>
  [
    calls > 0 && counted(calls, 'call', 'calls'),
    leads > 0 && counted(leads, 'lead', 'leads'),
    visits !== null && visits > 0 && counted(visits, 'visit', 'visits'),
  ]
    .filter(Boolean)
    .join(', ') || 'nothing'

/** Who it is: a name, or the number. */
export const nameOf = ({ name, phones }: Pick<CallerSummary, 'name' | 'phones'>): string =>
  name ?? (phones[0] ? formatPhone(phones[0]) : 'Number withheld')
