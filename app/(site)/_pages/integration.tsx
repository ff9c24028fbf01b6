import { IntegrationPage } from '@/components/integrations/integration.tsx'
import { bookingAction } from '@/components/ui/button-link.tsx'
import { ClosingBand } from '@/components/ui/closing-band.tsx'
import { isOffered } from '@/lib/integrations/offered.ts'
import { DEMO_ROOT, INTEGRATION_ROOT } from '@/lib/routes.ts'
import { ownTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { integrationRead } from '@/sanity/queries/integration.ts'
import { documentMetadata } from '../document-metadata.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getSettings, getWords } from '../site-data.ts'
import { EntryData } from '../structured-data.tsx'

type IntegrationProps = RouteOf<'integration'>

/** Metadata of an integration; undefined when there is none with this slug. */
export async function integrationMetadata({ slug, path }: IntegrationProps) {
  const integration = await fetchContent(integrationRead(slug), { stega: false })
  if (!integration) return undefined
  return documentMetadata({ path, seo: integration.seo, ...ownTexts(integration) })
}

/** The integration with a slug. */
export async function Integration({ slug, path }: IntegrationProps) {
  const [integration, settings, words] = await Promise.all([
    fetchContent(integrationRead(slug)),
    getSettings(),
    getWords(),
  ])
  if (!integration) return <NotFoundOrRedirect path={path} />
  const booking = bookingAction(settings?.booking)
  return (
    <>
      <IntegrationPage
        integration={integration}
        isOffered={isOffered(slug)}
        actions={[...booking, { _key: 'demo', label: words.integrations.demo, href: DEMO_ROOT }]}
        words={words}
      />
      <ClosingBand
        heading={words.integrations.closingOne}
        text={words.integrations.closingOneText}
        actions={[...booking, { _key: 'all', label: words.integrations.all, href: INTEGRATION_ROOT }]}
      />
      <EntryData list="integrations" name={integration.name} path={path} />
    </>
  )
}
