import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import type { NavigationItem } from '@/components/dashboard/dashboard-nav.tsx'
import { DashboardShell } from '@/components/dashboard/dashboard-shell.tsx'
import { DashboardProviders } from '@/components/dashboard/providers.tsx'
import { ServiceNotice } from '@/components/dashboard/service-notice.tsx'
import { type Area, AREAS } from '@/lib/auth/access-table.ts'
import { checkAccess } from '@/lib/auth/check-access.ts'
import { currentSession } from '@/lib/auth/session.ts'
import { isMember, type SessionClaims } from '@/lib/auth/session-claims.ts'
import { getAccountShell, getHelp } from '../shell.ts'
import './dashboard.css'

export const metadata: Metadata = { title: { template: '%s · Dashboard', default: 'Dashboard' } }

/** The areas that are open to somebody, in the order of the table. */
function navigationFor(claims: SessionClaims): NavigationItem[] {
  const isOpen = (area: Area) => !checkAccess(claims, area)
  return Object.values(AREAS).flatMap((area) =>
    'icon' in area && isOpen(area) ? [{ path: area.path, label: area.label, icon: area.icon }] : [],
  )
}

/** Around every page. It refuses nobody, since the framework does not render it anew for each page: pages do. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [claims, { brand }, help] = await Promise.all([currentSession(), getAccountShell(), getHelp()])
  return (
    <DashboardProviders claims={claims}>
      <DashboardShell brand={brand} items={navigationFor(claims)} hasOrganization={isMember(claims)}>
        <ServiceNotice help={help} />
        {children}
      </DashboardShell>
    </DashboardProviders>
  )
}
