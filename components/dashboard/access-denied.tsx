'use client'

import { ButtonLink } from '../ui/button-link.tsx'
import { usePathname } from 'next/navigation'
import { formatAccessDenial, formatAccessRemedy } from '@/lib/platform/auth/access-denied.ts'
import { type Area, findArea, AREAS } from '@/lib/platform/auth/access-table.ts'
import { checkAccess } from '@/lib/platform/auth/check-access.ts'
import { Page } from './page.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSessionClaims } from './providers.tsx'

/** Explains why access is denied and who can grant it. Does not check access; the page does. */
export function AccessDenied() {
  const claims = useSessionClaims()
  const area: Area = AREAS[findArea(usePathname()) ?? 'today']
  const denial = checkAccess(claims, area)
  return (
    <Page title={`You don’t have access to “${area.label}”`}>
      <Panel title="How to get access">
        {denial && (
          <p className="max-w-[60ch]">
            {formatAccessDenial(denial)} {formatAccessRemedy(denial)}
          </p>
        )}
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink href={AREAS.access.path}>View your permissions</ButtonLink>
          <ButtonLink href={AREAS.team.path} variant="quiet">
            View your admins
          </ButtonLink>
        </p>
      </Panel>
    </Page>
  )
}
