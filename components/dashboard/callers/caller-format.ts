import type { CallerSummary } from '@/lib/dashboard/callers/record.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { formatCount } from '@/lib/values/format.ts'

export type Counts = { calls: number; leads: number; visits: number | null }

/** Returns text such as "3 calls, 1 lead", or "nothing" if all counts are 0. */
export const formatCounts = ({ calls, leads, visits }: Counts): string =>
  [
    calls > 0 && formatCount(calls, 'call', 'calls'),
    leads > 0 && formatCount(leads, 'lead', 'leads'),
    visits !== null && visits > 0 && formatCount(visits, 'visit', 'visits'),
  ]
    .filter(Boolean)
    .join(', ') || 'nothing'

export const formatCallerName = ({ name, phones }: Pick<CallerSummary, 'name' | 'phones'>): string =>
  name ?? (phones[0] ? formatPhone(phones[0]) : 'Private number')
