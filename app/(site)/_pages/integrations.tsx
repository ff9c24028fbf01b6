import { IntegrationCounts, IntegrationList } from '@/components/site/integrations/integration-list.tsx'
import { IntegrationPage } from '@/components/site/integrations/integration.tsx'
import { Actions, toBookingActions } from '@/components/ui/button-link.tsx'
import { ClosingBand } from '@/components/ui/closing-band.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { isProviderOffered } from '@/lib/dashboard/integrations/environment.ts'
import { CONTACT_PATH, DEMO_ROOT, INTEGRATION_ROOT, buildIntegrationHref } from '@/lib/routes.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { integrationListRead, buildIntegrationRead } from '@/sanity/queries/integration.ts'
import { buildEntryMetadata, buildIntroMetadata } from '../document-metadata.ts'
import { getListIntros } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getSettings, getLabels } from '../site-data.ts'
import { EntryData, ListData } from '../structured-data.tsx'

const PAGE_NAME = 'Integrations'

export const buildIntegrationsMetadata = async () =>
  buildIntroMetadata(INTEGRATION_ROOT, (await getListIntros({ stega: false }))?.integrations, PAGE_NAME)

export async function Integrations() {
  const [integrations, intros, settings, labels] = await Promise.all([
    fetchContent(integrationListRead),
    getListIntros(),
    getSettings(),
    getLabels(),
  ])
  const intro = intros?.integrations
  const name = intro?.heading ?? PAGE_NAME
  const booking = toBookingActions(settings?.booking)
  return (
    <>
      <ListHeader
        heading={name}
        text={intro?.text}
        aside={<IntegrationCounts integrations={integrations} labels={labels.integrations} />}
      >
        <Actions actions={booking} className="mt-7" />
      </ListHeader>
      <IntegrationList
        integrations={integrations.map((item) => ({ ...item, isOffered: isProviderOffered(item.slug ?? '') }))}
        labels={labels.integrations}
      />
      <ClosingBand
        heading={labels.integrations.closing}
        text={labels.integrations.closingText}
        actions={[{ _key: 'ask', label: labels.integrations.ask, href: CONTACT_PATH }, ...booking]}
      />
      <ListData
        list="integrations"
        name={name}
        path={INTEGRATION_ROOT}
        description={intro?.text}
        entries={integrations.map((item) => ({ name: item.name, path: buildIntegrationHref(item) ?? '' }))}
      />
    </>
  )
}

export const buildIntegrationMetadata = ({ slug, path }: RouteOf<'integration'>) =>
  buildEntryMetadata(path, buildIntegrationRead(slug))

export async function Integration({ slug, path }: RouteOf<'integration'>) {
  const [integration, settings, labels] = await Promise.all([
    fetchContent(buildIntegrationRead(slug)),
    getSettings(),
    getLabels(),
  ])
  if (!integration) return <NotFoundOrRedirect path={path} />
  const booking = toBookingActions(settings?.booking)
  return (
    <>
      <IntegrationPage
        integration={integration}
        isOffered={isProviderOffered(slug)}
        actions={[...booking, { _key: 'demo', label: labels.integrations.demo, href: DEMO_ROOT }]}
        labels={labels}
      />
      <ClosingBand
        heading={labels.integrations.closingOne}
        text={labels.integrations.closingOneText}
        actions={[...booking, { _key: 'all', label: labels.integrations.all, href: INTEGRATION_ROOT }]}
      />
      <EntryData list="integrations" name={integration.name} path={path} />
    </>
  )
}
