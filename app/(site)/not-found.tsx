import { NotFound } from '@/components/layout/not-found.tsx'
import { getSettings } from './content.ts'

export default async function SiteNotFound() {
  const settings = await getSettings()
  return <NotFound copy={settings?.notFound} />
}
