'use client'

import type { KeyRecord } from '@/lib/keys/input.ts'
import { summaryOfScopes } from '@/lib/keys/scopes.ts'
import { Button } from '../../ui/button.tsx'
import { useMembers } from '../use-members.ts'

const dateTime = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment))

type KeyRowsProps = {
  label: string
  keys: KeyRecord[]
  timeZone: string
  /** Without it, they cannot be revoked. */
  onRevoke?: (key: KeyRecord) => void
}

function Row({ record, timeZone, onRevoke }: { record: KeyRecord } & Pick<KeyRowsProps, 'timeZone' | 'onRevoke'>) {
  const { nameOf } = useMembers()
  const { name, ending, scopes, createdById, createdAt, lastUsedAt, revokedAt } = record
  const maker = createdById === null ? 'somebody who has left' : nameOf(createdById)
  const used = lastUsedAt ? `Last used ${dateTime(lastUsedAt, timeZone)}` : 'Never used'
  return (
    <li className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] py-4 first:pt-0 last:pb-0 border-t border-border first:border-t-0">
      <div className="min-w-0">
        <h3 className="text-base font-semibold">
          {name} <span className="data pl-1 font-normal whitespace-nowrap text-muted-foreground">dw_…{ending}</span>
        </h3>
        <p className="mt-1">{summaryOfScopes(scopes)}</p>
        <p className="mt-1 text-muted-foreground">
          Made {dateTime(createdAt, timeZone)}
          {maker && ` by ${maker}`} <span aria-hidden="true">·</span>{' '}
          {revokedAt ? `Revoked ${dateTime(revokedAt, timeZone)}` : used}
        </p>
      </div>
      {onRevoke && (
        <div className="flex items-center">
          <Button variant="quiet" aria-label={`Revoke ${name}`} onClick={() => onRevoke(record)}>
            Revoke
          </Button>
        </div>
      )}
    </li>
  )
}

/** Keys of an organization, each with what it may and when it was last used. */
export function KeyRows({ label, keys, timeZone, onRevoke }: KeyRowsProps) {
  return (
    <ul aria-label={label}>
      {keys.map((record) => (
        <Row key={record.id} record={record} timeZone={timeZone} {...(onRevoke && { onRevoke })} />
      ))}
    </ul>
  )
}
