'use client'

import { useOrganization, useUser } from '@clerk/nextjs'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { Loading } from './loading.tsx'
import { DescriptionList, StatusBadge, TextLink } from './page.tsx'

const Placeholder = () => <span className="inline-block h-4 w-28 rounded-lg bg-muted align-middle" aria-hidden="true" />

export function OrganizationName() {
  const { organization } = useOrganization()
  return organization ? organization.name : <Placeholder />
}

export function TeamSize() {
  const { organization } = useOrganization()
  if (!organization) return <Placeholder />
  return organization.membersCount === 1 ? 'Only you' : `${organization.membersCount} people`
}

export function AccountSecurity() {
  const { user } = useUser()
  if (!user) return <Loading label="Loading your security settings" rows={3} />
  const { twoFactorEnabled, passwordEnabled, primaryEmailAddress } = user
  const renderStatus = (isOn: boolean, onText: string, offText: string) => (
    <StatusBadge on={isOn}>{isOn ? onText : offText}</StatusBadge>
  )
  return (
    <>
      <DescriptionList
        rows={[
          ['Email', primaryEmailAddress?.emailAddress ?? 'None'],
          ['Password', renderStatus(passwordEnabled, 'Set', 'Not set')],
          ['Two-step verification', renderStatus(twoFactorEnabled, 'On', 'Off')],
        ]}
      />
      <p className="mt-4">
        {!twoFactorEnabled && <span className="text-primary">Passwords can be guessed or stolen. </span>}
        <TextLink href={`${AREAS.account.path}/security`}>
          {twoFactorEnabled ? 'View your devices' : 'Turn on two-step verification'}
        </TextLink>
      </p>
    </>
  )
}
