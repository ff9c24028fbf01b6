'use client'

import { useOrganizationList } from '@clerk/nextjs'
import { useState } from 'react'
import { AREAS, roleLabel } from '@/lib/auth/access-table.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

const TRY_AGAIN = 'Our sign-in service does not answer, or the invitation was taken back. Try again in a minute.'

type RowProps = {
  words: string
  action: string
  /** Of the button, which names the company. */
  label: string
  /** @returns Clerk's id of the organization to go on in */
  choose: () => Promise<string>
}

function CompanyRow({ words, action, label, choose }: RowProps) {
  const { setActive } = useOrganizationList()
  const [isSending, setIsSending] = useState(false)
  const toast = useToast()
  const go = async () => {
    setIsSending(true)
    try {
      const organization = await choose()
      await setActive?.({ organization, redirectUrl: AREAS.today.path })
    } catch {
      // Refused, or the connection is gone: the person is told, and is where they were.
      toast({ title: 'That did not work', description: TRY_AGAIN, tone: 'primary' })
      setIsSending(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border py-3 first:border-t-0">
      <p className="min-w-0 wrap-break-word">{words}</p>
      <Button aria-label={label} disabled={isSending} onClick={() => void go()}>
        {action}
      </Button>
    </li>
  )
}

export type Invitation = {
  id: string
  role: string
  publicOrganizationData: { id: string; name: string }
  accept: () => Promise<unknown>
}

/** The companies that have invited this person, each with the way in. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <ul>
      {invitations.map((invitation) => {
        const { id, name } = invitation.publicOrganizationData
        return (
          <CompanyRow
            key={invitation.id}
            words={`${name} invited you as ${roleLabel(invitation.role)}.`}
            action="Join"
            label={`Join ${name}`}
            choose={async () => {
              await invitation.accept()
              return id
            }}
          />
        )
      })}
    </ul>
  )
}

export type Membership = { role: string; organization: { id: string; name: string } }

/** The companies that this person belongs to. */
export function Memberships({ memberships }: { memberships: readonly Membership[] }) {
  return (
    <ul>
      {memberships.map(({ role, organization: { id, name } }) => (
        <CompanyRow
          key={id}
          words={`${name}, as ${roleLabel(role)}`}
          action="Open"
          label={`Open ${name}`}
          choose={() => Promise.resolve(id)}
        />
      ))}
    </ul>
  )
}
