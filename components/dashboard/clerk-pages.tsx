'use client'

import { OrganizationProfile, useAuth, useReverification, UserProfile, useSession, useUser } from '@clerk/nextjs'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { dashboardAppearance } from '../account/appearance.ts'
import { Tabs } from '../ui/tabs.tsx'
import { Loading } from './loading.tsx'
import { isReverificationCancelledError } from '@clerk/nextjs/errors'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useToast } from '../ui/toast.tsx'
import { formatNumber } from '@/lib/values/format.ts'

const formatOtherDevices = (count: number) =>
  count === 1 ? 'one other device' : `${formatNumber(count)} other devices`

function useOtherSessions() {
  const { user } = useUser()
  const { session } = useSession()
  return async () => {
    const sessions = (await user?.getSessions()) ?? []
    return sessions.filter(({ id }) => id !== session?.id)
  }
}

function SignOutElsewhere({ onDone }: { onDone: () => void }) {
  const getOtherSessions = useOtherSessions()
  const toast = useToast()
  const [count, setCount] = useState(0)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // Clerk may require reverification and run the function again. The list then no longer contains the sessions that
  // already ended.
  const endOtherSessions = useReverification(async () => {
    const sessions = await getOtherSessions()
    for (const session of sessions) await session.revoke()
  })
  const attempt = async (operation: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await operation()
    } catch (error) {
      if (isReverificationCancelledError(error)) return
      toast({
        title: 'Couldn’t sign out other devices',
        description: 'They may still be signed in. Try again.',
        tone: 'primary',
      })
    } finally {
      setIsBusy(false)
    }
  }
  const confirmSignOut = () =>
    attempt(async () => {
      const { length } = await getOtherSessions()
      setCount(length)
      if (length > 0) setIsConfirming(true)
      else toast({ title: 'Only this device is signed in' })
    })
  const end = () =>
    attempt(async () => {
      await endOtherSessions()
      toast({ title: `Signed out of ${formatOtherDevices(count)}`, tone: 'accent' })
      onDone()
    })
  return (
    <Panel title="Sign out everywhere" note="Use this if you lost a device or signed in on a shared computer.">
      <Button variant="quiet" disabled={isBusy} onClick={() => void confirmSignOut()}>
        Sign out everywhere else
      </Button>
      <AlertDialog
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Sign out of ${formatOtherDevices(count)}?`}
        description="You’ll stay signed in here. Other devices are signed out within a minute."
        confirm="Sign out everywhere else"
        cancel="Stay signed in"
        onConfirm={() => void end()}
      />
    </Panel>
  )
}

/*
 * Each page waits until Clerk has loaded the user. Clerk does not render these pages before that and does not retry.
 * Right after sign-in or an organization switch, the user is still loading.
 */

const renderFallback = (label: string) => (
  <div className="min-h-104 rounded-xl panel p-5 in-[main:has([data-slot=clerk-failed])]:hidden">
    <Loading label={label} rows={6} />
  </div>
)

/** Tabs of Clerk's organization pages, with Clerk's paths. Clerk's own navigation is hidden. */
const ORGANIZATION_TABS = [
  { href: AREAS.organization.path, label: 'Profile' },
  { href: `${AREAS.organization.path}/organization-members`, label: 'Members' },
]

const SECURITY_PATH = `${AREAS.account.path}/security`

const ACCOUNT_TABS = [
  { href: AREAS.account.path, label: 'Profile' },
  { href: SECURITY_PATH, label: 'Security' },
]

export const OrganizationTabs = () => <Tabs label="Organization" tabs={ORGANIZATION_TABS} />

export const AccountTabs = () => <Tabs label="Your account" tabs={ACCOUNT_TABS} />

export function OrganizationPage() {
  const { orgId } = useAuth()
  const { user } = useUser()
  const pathname = usePathname()
  const loading = renderFallback('Loading organization')
  if (!user || !orgId) return loading
  return (
    <OrganizationProfile
      // The key remounts the component, because Clerk does not notice client-side navigation.
      key={`${orgId} ${pathname}`}
      routing="path"
      path={AREAS.organization.path}
      appearance={dashboardAppearance}
      afterLeaveOrganizationUrl={AREAS.welcome.path}
      fallback={loading}
    />
  )
}

export function AccountPage() {
  const { user } = useUser()
  const pathname = usePathname()
  const loading = renderFallback('Loading your account')
  const [refreshCount, setRefreshCount] = useState(0)
  if (!user) return loading
  return (
    <div className="grid gap-5">
      {/* The panel is above Clerk's page, because Clerk's device list loads late and would push the panel down. */}
      {pathname === SECURITY_PATH && <SignOutElsewhere onDone={() => setRefreshCount(refreshCount + 1)} />}
      <UserProfile
        key={`${pathname} ${refreshCount}`}
        routing="path"
        path={AREAS.account.path}
        appearance={dashboardAppearance}
        fallback={loading}
      />
    </div>
  )
}
