import { NotFound } from '@/components/messages/page-message.tsx'
import { getSettings, getWords } from './site-data.ts'

export default async function SiteNotFound() {
  const [settings, { messages }] = await Promise.all([getSettings(), getWords()])
  return <NotFound copy={settings?.notFound} label={messages.notFound} />
}
