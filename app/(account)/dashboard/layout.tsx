import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { FactsProvider } from '@/components/dashboard/facts-context.tsx'
import { Frame } from '@/components/dashboard/frame.tsx'
import type { NavItem } from '@/components/dashboard/nav.tsx'
import { QueryProvider } from '@/components/dashboard/query-provider.tsx'
import { ServiceNotice } from '@/components/dashboard/service-notice.tsx'
import { SessionWatch } from '@/components/dashboard/session-watch.tsx'
import type { IconName } from '@/components/ui/icon.tsx'
import { type AreaName, AREAS } from '@/lib/auth/areas.ts'
import { decide } from '@/lib/auth/decide.ts'
import type { Facts } from '@/lib/auth/facts.ts'
import { currentFacts } from '@/lib/auth/session.ts'
import { getHelp } from '../help.ts'
import { getAccountShell } from '../shell.ts'
import './dashboard.css'

export const metadata: Metadata = { title: { template: '%s · Dashboard', default: 'Dashboard' } }

/** What the column leads to, in its order. */
const NAVIGATION: [AreaName, IconName][] = [
  ['overview', 'home'],
  ['team', 'people'],
  ['organization', 'building'],
  ['plan', 'layers'],
  ['access', 'check'],
  ['data', 'download'],
  ['account', 'shield'],
]

const itemsFor = (facts: Facts): NavItem[] =>
  NAVIGATION.map(([name, icon]) => ({ ...AREAS[name], icon }))
    .filter(({ rule }) => decide(facts, rule).verdict === 'allow')
    .map(({ path, label, icon }) => ({ path, label, icon }))

/** The frame round every page. It refuses nobody, since it is not made anew for each page: pages do. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [facts, { brand }, help] = await Promise.all([currentFacts(), getAccountShell(), getHelp()])
  return (
    <FactsProvider facts={facts}>
      <SessionWatch />
      <QueryProvider>
        <Frame
          brand={brand}
          items={itemsFor(facts)}
          hasOrganization={facts.state === 'signed-in' && facts.organization !== null}
        >
          <ServiceNotice help={help} />
          {children}
        </Frame>
      </QueryProvider>
    </FactsProvider>
  )
}
