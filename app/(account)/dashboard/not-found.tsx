import { ButtonLink } from '@/components/ui/button-link.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'

export default function DashboardNotFound() {
  return (
    <Page title="Page not found" lead="It may have moved or never existed. Your data is safe.">
      <p>
        <ButtonLink href={AREAS.today.path}>Go to Today</ButtonLink>
      </p>
    </Page>
  )
}
