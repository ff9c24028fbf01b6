'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AreaName } from '@/lib/auth/access-table.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { callId, RECORDED } from '@/lib/demo/calls.ts'
import { demoHref, DEMO_SCREENS, type DemoScreen as Screen } from '@/lib/demo/addresses.ts'
import { COMPANY, PEOPLE, READER } from '@/lib/demo/company.ts'
import { RECORDING } from '@/lib/demo/recording.ts'
import { queryClient } from '@/lib/query/client.ts'
import { queryKeyOf } from '@/lib/query/dashboard-query.ts'
import type { Words } from '@/lib/words.ts'
import { type Account, AccountContext } from '../dashboard/account-context.ts'
import { Calendar } from '../dashboard/appointments/calendar.tsx'
import { CallList } from '../dashboard/calls/call-list.tsx'
import { CallView } from '../dashboard/calls/call-view.tsx'
import { DashboardShell } from '../dashboard/dashboard-shell.tsx'
import { LeadList } from '../dashboard/leads/lead-list.tsx'
import { LeadView } from '../dashboard/leads/lead-view.tsx'
import { Page } from '../dashboard/page.tsx'
import { Figures } from '../dashboard/today/figures.tsx'
import { TodayList } from '../dashboard/today/today-list.tsx'
import { figuresTitle } from '../dashboard/today/today-words.ts'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Sample, SampleContext } from '../ui/sample.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { DemoNotice } from './demo-notice.tsx'

/** Nobody is signed in; the people of the company have names all the same. */
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

/** The cache of a browser that has read all that a screen asks. */
function filledCache({ answers }: Screen, { params: address }: Sample) {
  const cache = queryClient()
  for (const { name, params, answer } of answers(address)) cache.setQueryData(queryKeyOf(name, READER, params), answer)
  return cache
}

const RIGHTS = { reader: READER, hasFailed: false, mayManage: false }

/** The screens of the dashboard, as somebody sees them who may read everything and change nothing. */
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

type DemoScreenProps = {
  /** One of `DEMO_SCREENS`. */
  path: string
  brand: string
  words: Words['demo']
  request: Parameters<typeof DemoNotice>[0]['request']
}

/** A screen of the dashboard with sample answers in place of the API's. It is made on the server, and stays as it is made. */
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
