import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NewsletterPage, getNewsletterHeading } from '@/components/site/newsletter/newsletter-page.tsx'
import { isNewsletterStep } from '@/lib/site/newsletter/step.ts'
import { isSecret } from '@/lib/platform/crypto/secret.ts'
import { NEWSLETTER_ROOT } from '@/lib/routes.ts'
import { getLabels } from '../../site-data.ts'
import { SiteFrame } from '../../site-frame.tsx'

type Props = {
  params: Promise<{ step: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** The page is never cached, because its URL contains a token. */
export const dynamic = 'force-dynamic'

async function resolveStep({ params, searchParams }: Props) {
  const { step } = await params
  if (!isNewsletterStep(step)) notFound()
  if (step !== 'confirm' && step !== 'unsubscribe') return { step }
  const { token } = await searchParams
  return isSecret(token) ? { step, token } : { step: step === 'confirm' ? ('expired' as const) : ('gone' as const) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ step }, { newsletterPages }] = await Promise.all([resolveStep(props), getLabels({ stega: false })])
  return { title: getNewsletterHeading(step, newsletterPages), robots: { index: false }, referrer: 'no-referrer' }
}

export default async function Page(props: Props) {
  const [{ step, token }, { newsletterPages }] = await Promise.all([resolveStep(props), getLabels()])
  return (
    <SiteFrame path={NEWSLETTER_ROOT}>
      <NewsletterPage step={step} token={token} labels={newsletterPages} />
    </SiteFrame>
  )
}
