'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AreaName } from '@/lib/platform/auth/access-table.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { toCallId, RECORDED_CALL } from '@/lib/dashboard/demo/calls.ts'
import { findDemoHref, DEMO_SCREENS, type DemoScreen as Screen } from '@/lib/dashboard/demo/addresses.ts'
import { COMPANY, PEOPLE, DEMO_USER } from '@/lib/dashboard/demo/company.ts'
import { RECORDING } from '@/lib/dashboard/demo/recording.ts'
import { SIGN_UP_PATH } from '@/lib/routes.ts'
import { getQueryClient } from '@/lib/dashboard/query/client.ts'
import { buildQueryKey } from '@/lib/dashboard/query/dashboard-query.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { type Account, AccountContext } from '../../dashboard/account-context.ts'
import { Calendar } from '../../dashboard/appointments/calendar.tsx'
import { CallList } from '../../dashboard/calls/call-list.tsx'
import { CallView } from '../../dashboard/calls/call-view.tsx'
import { DashboardShell } from '../../dashboard/dashboard-shell.tsx'
import { LeadList } from '../../dashboard/leads/lead-list.tsx'
import { LeadView } from '../../dashboard/leads/lead-view.tsx'
import { Page } from '../../dashboard/page.tsx'
import { CallMetricsPanel } from '../../dashboard/today/call-metrics.tsx'
import { TodayList } from '../../dashboard/today/today-list.tsx'
import { formatMetricsTitle } from '../../dashboard/today/today-format.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Sample, SampleContext } from '../../ui/sample.ts'
import { ToastProvider } from '../../ui/toast.tsx'

/**
 * Account hooks of the sample dashboard. They return no signed-in user, and the names of the fictional team members.
 */
const SAMPLE_ACCOUNT: Account = {
  useViewer: () => ({ userId: undefined, organization: undefined }),
  useMembers: () => ({
    members: Object.entries(PEOPLE).map(([id, name]) => ({ id, name })),
    getName: (id) => (PEOPLE as Record<string, string>)[id],
    viewerId: undefined,
    isComplete: true,
    hasFailed: false,
  }),
  useReverified: (send) => send,
  isCancelled: () => false,
}

const VISIBLE_AREAS: AreaName[] = ['today', 'calls', 'leads', 'appointments']

function buildSample({ shows }: Screen): Sample {
  const { pathname, searchParams } = new URL(shows, 'https://sample.invalid')
  return {
    path: pathname,
    params: searchParams,
    getHref: findDemoHref,
    getRecording: (id) => (id === toCallId(RECORDED_CALL) ? RECORDING.path : undefined),
  }
}

function buildCache({ answers }: Screen, { params: address }: Sample) {
  const cache = getQueryClient()
  for (const { name, params, answer } of answers(address))
    cache.setQueryData(buildQueryKey(name, DEMO_USER, params), answer)
  return cache
}

const READ_ONLY_PROPS = { reader: DEMO_USER, hasFailed: false, canManage: false }

/** Screens of the sample dashboard, for a user who can read everything and change nothing. */
const screenRenderers: Record<Screen['area'], (screen: Screen, words: UiCopy['demo']) => ReactNode> = {
  today: () => (
    <>
      <TodayList {...READ_ONLY_PROPS} hasPlan canChange={false} />
      <div className="mt-5">
        <Panel title={formatMetricsTitle('week')}>
          <CallMetricsPanel reader={DEMO_USER} range="week" hasFailed={false} />
        </Panel>
      </div>
    </>
  ),
  calls: ({ id }, labels) =>
    id ? (
      <CallView id={id} reader={DEMO_USER} hasFailed={false} canChange={false} />
    ) : (
      <Page title={AREAS.calls.label} lead={labels.calls}>
        <CallList reader={DEMO_USER} hasFailed={false} />
      </Page>
    ),
  leads: ({ id }) =>
    id ? <LeadView {...READ_ONLY_PROPS} id={id} canBook={false} /> : <LeadList {...READ_ONLY_PROPS} />,
  appointments: (_screen, labels) => (
    <Calendar reader={DEMO_USER} hasFailed={false} lead={labels.calendar} canManage={false} canReadLeads />
  ),
}

type DemoNoticeProps = {
  labels: UiCopy['demo']
  request: { label: string | null; href: string | null } | undefined
}

function DemoNotice({ labels, request }: DemoNoticeProps) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-x-4 px-5 py-1.5 lg:px-6">
      <p className="min-w-0 leading-tight text-balance">
        <strong className="font-semibold">{labels.notice}</strong>{' '}
        <span className="text-muted-foreground max-md:hidden">{labels.day}</span>
      </p>
      <span className="flex flex-none items-center gap-2">
        <ButtonLink href={SIGN_UP_PATH} variant="quiet" className="max-sm:hidden">
          {labels.create}
        </ButtonLink>
        {request && <ButtonLink href={request.href}>{request.label}</ButtonLink>}
      </span>
    </div>
  )
}

type DemoScreenProps = DemoNoticeProps & {
  path: string
  brand: string
}

export function DemoScreen({ path, brand, labels, request }: DemoScreenProps) {
  const screen = DEMO_SCREENS.get(path)
  if (!screen) return null
  const sample = buildSample(screen)
  const company = (
    <p className="flex min-h-11 items-center gap-2.5 px-3 font-semibold">
      <Icon name="building" size={18} className="flex-none text-muted-foreground" />
      {COMPANY}
    </p>
  )
  return (
    <SampleContext value={sample}>
      <AccountContext value={SAMPLE_ACCOUNT}>
        <QueryClientProvider client={buildCache(screen, sample)}>
          <ToastProvider>
            <DashboardShell
              brand={brand}
              areas={{ main: VISIBLE_AREAS, settings: [] }}
              organization={company}
              theme={<ThemeSwitch />}
              notice={<DemoNotice labels={labels} request={request} />}
            >
              {screenRenderers[screen.area](screen, labels)}
            </DashboardShell>
          </ToastProvider>
        </QueryClientProvider>
      </AccountContext>
    </SampleContext>
  )
}
