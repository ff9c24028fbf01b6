import { NotFound } from '@/components/site/messages/page-message.tsx'
import { NOT_FOUND_PATH } from '@/lib/routes.ts'
import { getSettings, getLabels } from './site-data.ts'
import { SiteFrame } from './site-frame.tsx'

export default async function SiteNotFound() {
  const [settings, labels] = await Promise.all([getSettings(), getLabels()])
  return (
    <SiteFrame path={NOT_FOUND_PATH}>
      <NotFound copy={settings?.notFound} labels={labels} />
    </SiteFrame>
  )
}
