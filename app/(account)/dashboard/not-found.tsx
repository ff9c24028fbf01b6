import { ButtonLink } from '@/components/ui/button-link.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'

export default function DashboardNotFound() {
  return (
    <Page title="There is no such page" lead="It was moved or never existed. Nothing of yours is lost.">
      <p>
        <ButtonLink href={AREAS.today.path}>Go to today</ButtonLink>
      </p>
    </Page>
  )
}
