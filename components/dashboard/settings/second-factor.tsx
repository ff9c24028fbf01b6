'use client'

import { useReverification, useSession, useUser } from '@clerk/nextjs'
import { isReverificationCancelledError } from '@clerk/nextjs/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AREAS, getPlansWithFeature } from '@/lib/platform/auth/access-table.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/dashboard/settings/input.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'
import { QueryResult } from '../loading.tsx'
import { formatChoice } from '@/lib/values/format.ts'
import { TextLink } from '../page.tsx'

const SECURITY_PATH = `${AREAS.account.path}/security`

type SettingsResponse = { settings: unknown } | Failure

function useSecondFactorMutation(reader: Reader) {
  const cache = useQueryClient()
  const toast = useToast()
  const send = useReverification((version: number, isRequired: boolean) =>
    sendChange<SettingsResponse>('settings/second-factor', 'PATCH', { version, isRequired }),
  )
  const store = async (version: number, isRequired: boolean): Promise<void> => {
    const response = (await send(version, isRequired)) as SettingsResponse
    if ('settings' in response) {
      cache.setQueryData(buildQueryKey('settings', reader), settingsRecord.parse(response.settings))
      return
    }
    if (response.reason !== 'conflict') {
      toast({ title: 'Couldn’t save', description: response.error, tone: 'primary' })
      return
    }
    const current = settingsRecord.parse(response.current)
    // Another user changed a different setting. The request is sent again with the current version.
    if (current.secondFactorRequired !== isRequired) await store(current.version, isRequired)
  }
  return async (version: number, isRequired: boolean): Promise<void> => {
    try {
      await store(version, isRequired)
    } catch (error) {
      if (isReverificationCancelledError(error)) return
      toast({ title: 'Couldn’t save', description: 'Check your connection and try again.', tone: 'primary' })
    }
  }
}

type PolicyProps = { reader: Reader; canChange: boolean; isInPlan: boolean }

function Policy({ reader, settings, canChange, isInPlan }: PolicyProps & { settings: SettingsRecord }) {
  const send = useSecondFactorMutation(reader)
  const [isSaving, setIsSaving] = useState(false)
  const { user } = useUser()
  const isOn = settings.secondFactorRequired
  const hasSecondFactor = user?.twoFactorEnabled ?? false
  const change = async (isRequired: boolean) => {
    setIsSaving(true)
    await send(settings.version, isRequired)
    setIsSaving(false)
  }
  return (
    <>
      <div className="max-w-text">
        <Switch
          label="Require two-step verification"
          description="Anyone without it must set it up on their next page load. Takes effect within 30 seconds."
          isOn={isOn && isInPlan}
          onChange={(next) => void change(next)}
          isDisabled={!canChange || !isInPlan || isSaving || (!isOn && !hasSecondFactor)}
        />
      </div>
      {!isInPlan && (
        <p className="mt-3 text-muted-foreground">{`Available on the ${formatChoice(getPlansWithFeature('second_factor_policy'))} plan.`}</p>
      )}
      {isInPlan && canChange && !isOn && user && !hasSecondFactor && (
        <p className="mt-3">
          Turn it on for your own account first. Otherwise you’d be locked out.{' '}
          <TextLink href={SECURITY_PATH}>Turn on two-step verification</TextLink>
        </p>
      )}
    </>
  )
}

export function SecondFactorPolicy({ hasFailed, ...props }: PolicyProps & { hasFailed: boolean }) {
  return (
    <Panel
      title="Sign-in security"
      note="Two-step verification asks for a code from a phone app in addition to the password."
    >
      <QueryResult
        subject="The sign-in policy"
        query={buildDashboardQuery('settings', settingsRecord, props.reader)}
        hasFailed={hasFailed}
      >
        {(settings) => <Policy {...props} settings={settings} />}
      </QueryResult>
    </Panel>
  )
}

export function SecondFactorNotice() {
  const { user } = useUser()
  const { session } = useSession()
  const [isNavigating, setIsNavigating] = useState(false)
  const hasSecondFactor = user?.twoFactorEnabled ?? false
  const openDashboard = async () => {
    setIsNavigating(true)
    // The browser's session token is older than the second factor, so it needs a refresh.
    await session?.getToken({ skipCache: true })
    window.location.assign(AREAS.today.path)
  }
  return (
    <div role="alert" className="rounded-xl border-primary panel px-5 py-4">
      <p>
        <strong>Your company requires two-step verification.</strong>{' '}
        {hasSecondFactor
          ? 'It’s on now. If the dashboard doesn’t open, sign out and sign in again.'
          : 'Set it up below, under “Two-step verification”, to open the dashboard.'}
      </p>
      {hasSecondFactor && (
        <Button className="mt-3" disabled={isNavigating} onClick={() => void openDashboard()}>
          Open the dashboard
        </Button>
      )}
    </div>
  )
}
