import type { Metadata } from 'next'
import { FeatureTable } from '@/components/dashboard/access-tables.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS, planLabel } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { CONTACT_PATH, PRICING_PATH } from '@/lib/routes.ts'

export const metadata: Metadata = { title: AREAS.plan.label }

export default async function PlanPage() {
  const member = await requirePage('plan')
  return (
    <Page title={AREAS.plan.label} lead="What your organization’s plan includes.">
      <Panel title={planLabel(member.plans[0] ?? 'free_org')}>
        <FeatureTable included={member.features} />
        <p className="mt-4">
          Plans are changed by agreement with us.{' '}
          <Link href={PRICING_PATH} className="text-link">
            Compare the plans
          </Link>{' '}
          or{' '}
          <Link href={CONTACT_PATH} className="text-link">
            write to us
          </Link>
          .
        </p>
      </Panel>
    </Page>
  )
}
