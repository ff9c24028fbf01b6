import { Page } from '@/components/dashboard/page.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'

export default function DashboardNotFound() {
  return (
    <Page title="There is no such page" lead="It was moved or never existed. Nothing of yours is lost.">
      <p>
        <Link href={AREAS.overview.path} className="button button-solid">
          Go to the overview
        </Link>
      </p>
    </Page>
  )
}
