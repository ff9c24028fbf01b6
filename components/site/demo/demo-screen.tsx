'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AreaName } from '@/lib/platform/auth/access-table.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { callId, RECORDED } from '@/lib/dashboard/demo/calls.ts'
import { demoHref, DEMO_SCREENS, type DemoScreen as Screen } from '@/lib/dashboard/demo/addresses.ts'
import { COMPANY, PEOPLE, READER } from '@/lib/dashboard/demo/company.ts'
import { RECORDING } from '@/lib/dashboard/demo/recording.ts'
import { SIGN_UP_PATH } from '@/lib/routes.ts'
import { queryClient } from '@/lib/dashboard/query/client.ts'
import { queryKeyOf } from '@/lib/dashboard/query/dashboard-query.ts'
import type { Words } from '@/lib/site/ui-copy.ts'
import { type Account, AccountContext } from '../../dashboard/account-context.ts'
import { Calendar } from '../../dashboard/appointments/calendar.tsx'
import { CallList } from '../../dashboard/calls/call-list.tsx'
import { CallView } from '../../dashboard/calls/call-view.tsx'
import { DashboardShell } from '../../dashboard/dashboard-shell.tsx'
import { LeadList } from '../../dashboard/leads/lead-list.tsx'
import { LeadView } from '../../dashboard/leads/lead-view.tsx'
import { Page } from '../../dashboard/page.tsx'
import { Figures } from '../../dashboard/today/figures.tsx'
import { TodayList } from '../../dashboard/today/today-list.tsx'
import { figuresTitle } from '../../dashboard/today/today-words.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Sample, SampleContext } from '../../ui/sample.ts'
import { ToastProvider } from '../../ui/toast.tsx'

/** Account hooks without a signed-in user. The fictional team members have names. */
const NOBODY: Account = {
  useViewer: () => ({ userId: undefined, organization: undefined }),
  useMembers: () => ({
    members: Object.entries(PEOPLE).map(([id, name]) => ({ id, name })),
    nameOf: (id) => (PEOPLE as Record<string, string>)[id],
    ownId: undefined,
    isComplete: true,
    hasFailed: false,
  }),
  useReverified: (send) => send,
  isCancelled: () => false,
}

const SHOWN: AreaName[] = ['today', 'calls', 'leads', 'appointments']

function sampleOf({ shows }: Screen): Sample {
  const { pathname, searchParams } = new URL(shows, 'https://sample.invalid')
  return {
    path: pathname,
    params: searchParams,
    hrefOf: demoHref,
    recordingOf: (id) => (id === callId(RECORDED) ? RECORDING.path : undefined),
  }
}

function filledCache({ answers }: Screen, { params: address }: Sample) {
  const cache = queryClient()
  for (const { name, params, answer } of answers(address)) cache.setQueryData(queryKeyOf(name, READER, params), answer)
  return cache
}

const RIGHTS = { reader: READER, hasFailed: false, mayManage: false }

/** Screens of the sample dashboard, for a user who can read everything and change nothing. */
const screens: Record<Screen['area'], (screen: Screen, words: Words['demo']) => ReactNode> = {
  today: () => (
    <>
      <TodayList {...RIGHTS} hasPlan mayChange={false} />
      <div className="mt-5">
        <Panel title={figuresTitle('week')}>
          <Figures reader={READER} range="week" hasFailed={false} />
        </Panel>
      </div>
    </>
  ),
  calls: ({ id }, words) =>
    id ? (
      <CallView id={id} reader={READER} hasFailed={false} mayChange={false} />
    ) : (
      <Page title={AREAS.calls.label} lead={words.calls}>
        <CallList reader={READER} hasFailed={false} />
      </Page>
    ),
  leads: ({ id }) => (id ? <LeadView {...RIGHTS} id={id} mayBook={false} /> : <LeadList {...RIGHTS} />),
  appointments: (_screen, words) => (
    <Calendar reader={READER} hasFailed={false} lead={words.calendar} canManage={false} canReadLeads />
  ),
}

type DemoNoticeProps = {
  words: Words['demo']
  request: { label: string | null; href: string | null } | undefined
}

function DemoNotice({ words, request }: DemoNoticeProps) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-x-4 px-5 py-1.5 lg:px-6">
      <p className="min-w-0 leading-tight text-balance">
        <strong className="font-semibold">{words.notice}</strong>{' '}
        <span className="text-muted-foreground max-md:hidden">{words.day}</span>
      </p>
      <span className="flex flex-none items-center gap-2">
        <ButtonLink href={SIGN_UP_PATH} variant="quiet" className="max-sm:hidden">
          {words.create}
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

export function DemoScreen({ path, brand, words, request }: DemoScreenProps) {
  const screen = DEMO_SCREENS.get(path)
  if (!screen) return null
  const sample = sampleOf(screen)
  const company = (
    <p className="flex min-h-11 items-center gap-2.5 px-3 font-semibold">
      <Icon name="building" size={18} className="flex-none text-muted-foreground" />
      {COMPANY}
    </p>
  )
  return (
    <SampleContext value={sample}>
      <AccountContext value={NOBODY}>
        <QueryClientProvider client={filledCache(screen, sample)}>
          <ToastProvider>
            <DashboardShell
              brand={brand}
              areas={{ main: SHOWN, settings: [] }}
              organization={company}
              theme={<ThemeSwitch />}
              notice={<DemoNotice words={words} request={request} />}
            >
              {screens[screen.area](screen, words)}
            </DashboardShell>
          </ToastProvider>
        </QueryClientProvider>
      </AccountContext>
    </SampleContext>
  )
}
