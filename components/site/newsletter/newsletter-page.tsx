import { PageMessage } from '../messages/page-message.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { fill } from '../../ui/fill.tsx'
import type { NewsletterStep } from '@/lib/site/newsletter/step.ts'
import { CONFIRMATION_DAYS } from '@/lib/site/newsletter/token.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'

type PageLabels = UiCopy['newsletterPages']

const STEP_KEYS = {
  confirm: 'confirm',
  confirmed: 'confirmed',
  expired: 'expired',
  unsubscribe: 'leave',
  unsubscribed: 'left',
  gone: 'gone',
  failed: 'failed',
} as const satisfies Record<NewsletterStep, string>

export const getNewsletterHeading = (step: NewsletterStep, labels: PageLabels) => labels[`${STEP_KEYS[step]}Heading`]

type NewsletterPageProps = {
  step: NewsletterStep
  token?: string | undefined
  labels: PageLabels
}

export function NewsletterPage({ step, token, labels }: NewsletterPageProps) {
  return (
    <PageMessage
      heading={getNewsletterHeading(step, labels)}
      text={fill(labels[`${STEP_KEYS[step]}Text`], { days: CONFIRMATION_DAYS })}
    >
      {token ? (
        <form action={`/api/newsletter/${step}`} method="post" className="mt-9">
          <input type="hidden" name="token" value={token} />
          <Button type="submit">{step === 'confirm' ? labels.confirm : labels.leave}</Button>
        </form>
      ) : (
        <ButtonLink href={HOME_PATH} className="mt-9">
          {labels.home}
        </ButtonLink>
      )}
    </PageMessage>
  )
}
