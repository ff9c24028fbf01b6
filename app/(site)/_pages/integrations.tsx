import { IntegrationCounts, IntegrationList } from '@/components/integrations/integration-list.tsx'
import { Actions, bookingAction } from '@/components/ui/button-link.tsx'
import { ClosingBand } from '@/components/ui/closing-band.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { isOffered } from '@/lib/integrations/offered.ts'
import { CONTACT_PATH, INTEGRATION_ROOT, integrationHref } from '@/lib/routes.ts'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { integrationListRead } from '@/sanity/queries/integration.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getListIntros } from '../list-page.ts'
import { getSettings, getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

const NAME = 'Integrations'

/** Metadata of the list of integrations. */
export async function integrationsMetadata() {
  const intro = (await getListIntros({ stega: false }))?.integrations
  return documentMetadata({ path: INTEGRATION_ROOT, seo: intro?.seo ?? null, ...introTexts(intro, NAME) })
}

/** All integrations that have a page. */
export async function Integrations() {
  const [integrations, intros, settings, words] = await Promise.all([
    fetchContent(integrationListRead),
    getListIntros(),
    getSettings(),
    getWords(),
  ])
  const intro = intros?.integrations
  const name = intro?.heading ?? NAME
  const booking = bookingAction(settings?.booking)
  return (
    <>
      <ListHeader
        heading={name}
        text={intro?.text}
        aside={<IntegrationCounts integrations={integrations} words={words.integrations} />}
      >
        <Actions actions={booking} className="mt-7" />
      </ListHeader>
      <IntegrationList
        integrations={integrations.map((each) => ({ ...each, isOffered: isOffered(each.slug ?? '') }))}
        words={words.integrations}
      />
      <ClosingBand
        heading={words.integrations.closing}
        text={words.integrations.closingText}
        actions={[{ _key: 'ask', label: words.integrations.ask, href: CONTACT_PATH }, ...booking]}
      />
      <ListData
        list="integrations"
        name={name}
        path={INTEGRATION_ROOT}
        description={intro?.text}
        entries={integrations.map((each) => ({ name: each.name, path: integrationHref(each) ?? '' }))}
      />
    </>
  )
}
