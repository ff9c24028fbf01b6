import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { ServiceWorker } from '@/components/dashboard/alerts/service-worker.tsx'
import { DashboardShell } from '@/components/dashboard/dashboard-shell.tsx'
import { OrganizationMenu, ThemeControl, UserMenu } from '@/components/dashboard/frame-menus.tsx'
import type { NavigationAreas } from '@/components/dashboard/navigation.tsx'
import { NotificationBell } from '@/components/dashboard/notifications/notification-bell.tsx'
import {
  PaletteProvider,
  type PaletteUser,
  SearchButton,
  SearchIconButton,
} from '@/components/dashboard/palette/palette-provider.tsx'
import { LiveChanges } from '@/components/dashboard/live-changes.tsx'
import { DashboardProviders } from '@/components/dashboard/providers.tsx'
import { ServiceNotice } from '@/components/dashboard/service-notice.tsx'
import { type Area, type AreaName, AREAS, PERMISSION_NAMES } from '@/lib/platform/auth/access-table.ts'
import { isAllowed } from '@/lib/platform/auth/check-access.ts'
import { getCurrentSession } from '@/lib/dashboard/access/session.ts'
import { isMember, type Member, type SessionClaims } from '@/lib/platform/auth/session-claims.ts'
import { withOrganization } from '@/lib/platform/db/organization.ts'
import { toReader } from '@/lib/dashboard/query/dashboard-query.ts'
import { DASHBOARD_MANIFEST_PATH } from '@/lib/routes.ts'
import { env } from '@/lib/platform/env/env.ts'
import { findLastChange } from '@/lib/dashboard/events/changes.ts'
import { log } from '@/lib/platform/log/log.ts'
import { getAccountShell, getHelp } from '../shell.ts'

export const metadata: Metadata = {
  title: { template: '%s · Dashboard', default: 'Dashboard' },
  manifest: DASHBOARD_MANIFEST_PATH,
}

const listAllowedAreas = (claims: SessionClaims): [AreaName, Area][] =>
  (Object.entries(AREAS) as [AreaName, Area][]).filter(([, area]) => isAllowed(claims, area))

function buildAreas(claims: SessionClaims): NavigationAreas {
  const allowedAreas = listAllowedAreas(claims)
  const filterNames = (part: 'icon' | 'section') => allowedAreas.filter(([, area]) => area[part]).map(([name]) => name)
  return { main: filterNames('icon'), settings: filterNames('section') }
}

const toPaletteUser = (member: Member): PaletteUser => ({
  reader: toReader(member),
  areas: listAllowedAreas(member).map(([name]) => name),
  permissions: PERMISSION_NAMES.filter((permission) => isAllowed(member, { permission })),
})

async function getLastChange(organizationId: string): Promise<string | null | undefined> {
  try {
    return await withOrganization(env().databaseUrl, organizationId, findLastChange)
  } catch (error) {
    log.warn({ err: error }, 'dashboard: last change lookup failed')
    return undefined
  }
}

/**
 * Renders the dashboard frame. Does not check access, because Next.js does not render the layout again on each
 * navigation. Each page checks access itself.
 */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [claims, { brand }, help] = await Promise.all([getCurrentSession(), getAccountShell(), getHelp()])
  const shell = (
    <DashboardShell
      brand={brand}
      areas={buildAreas(claims)}
      organization={isMember(claims) && <OrganizationMenu />}
      notifications={isMember(claims) && <NotificationBell reader={toReader(claims)} />}
      search={isMember(claims) ? { button: <SearchButton />, iconButton: <SearchIconButton /> } : undefined}
      user={<UserMenu />}
      theme={<ThemeControl />}
    >
      <ServiceNotice help={help} />
      <ServiceWorker />
      {isMember(claims) && <LiveChanges key={claims.organization.id} since={getLastChange(claims.organization.id)} />}
      {children}
    </DashboardShell>
  )
  return (
    <DashboardProviders claims={claims}>
      <PaletteProvider user={isMember(claims) ? toPaletteUser(claims) : undefined}>{shell}</PaletteProvider>
    </DashboardProviders>
  )
}
