import { NotFound } from '@/components/messages/page-message.tsx'
import { getSettings } from './site-data.ts'

export default async function SiteNotFound() {
  const settings = await getSettings()
  return <NotFound copy={settings?.notFound} />
}
