import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { ServiceWorker } from '@/components/dashboard/alerts/service-worker.tsx'
import { DashboardShell } from '@/components/dashboard/dashboard-shell.tsx'
import { OrganizationMenu, ThemeControl, UserMenu } from '@/components/dashboard/frame-menus.tsx'
import type { NavigationAreas } from '@/components/dashboard/navigation.tsx'
import { LiveChanges } from '@/components/dashboard/live-changes.tsx'
import { DashboardProviders } from '@/components/dashboard/providers.tsx'
import { ServiceNotice } from '@/components/dashboard/service-notice.tsx'
import { type Area, type AreaName, AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { currentSession } from '@/lib/auth/session.ts'
import { isMember, type SessionClaims } from '@/lib/auth/session-claims.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { DASHBOARD_MANIFEST_PATH } from '@/lib/routes.ts'
import { env } from '@/lib/env.ts'
import { lastChange } from '@/lib/events/changes.ts'
import { log } from '@/lib/log/log.ts'
import { getAccountShell, getHelp } from '../shell.ts'

export const metadata: Metadata = {
  title: { template: '%s · Dashboard', default: 'Dashboard' },
  // The dashboard can be installed; the pages to sign in are the site's.
  manifest: DASHBOARD_MANIFEST_PATH,
}

/** The areas that are open to somebody, in the order of the table. */
function areasFor(claims: SessionClaims): NavigationAreas {
  const open = (Object.entries(AREAS) as [AreaName, Area][]).filter(([, area]) => isAllowed(claims, area))
  const namesIn = (group: Area['group']) => open.filter(([, area]) => area.group === group).map(([name]) => name)
  return { main: namesIn('main'), settings: namesIn('settings') }
}

/** The last change of an organization's data; undefined while the database cannot be asked. */
async function lastChangeOf(organizationId: string): Promise<string | null | undefined> {
  try {
    return await withOrganization(env().databaseUrl, organizationId, lastChange)
  } catch (error) {
    log.warn({ err: error }, 'The last change could not be read for a document')
    return undefined
  }
}

/** Around every page. It refuses nobody, since the framework does not render it anew for each page: pages do. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [claims, { brand }, help] = await Promise.all([currentSession(), getAccountShell(), getHelp()])
  return (
    <DashboardProviders claims={claims}>
      <DashboardShell
        brand={brand}
        areas={areasFor(claims)}
        organization={isMember(claims) && <OrganizationMenu />}
        user={<UserMenu />}
        theme={<ThemeControl />}
      >
        <ServiceNotice help={help} />
        <ServiceWorker />
        {isMember(claims) && <LiveChanges key={claims.organization.id} since={lastChangeOf(claims.organization.id)} />}
        {children}
      </DashboardShell>
    </DashboardProviders>
  )
}
