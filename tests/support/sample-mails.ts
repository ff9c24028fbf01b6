import { buildAlertMail } from '../../lib/dashboard/alerts/mail.ts'
import type { AlertNotification } from '../../lib/dashboard/alerts/notification.ts'
import { buildRequestMail } from '../../lib/dashboard/integrations/requests.ts'
import { ADMIN_LINE_MAILS, buildStaffLineMail } from '../../lib/dashboard/lines/mails.ts'
import { formatGreeting } from '../../lib/dashboard/mail/admin-mail.ts'
import { buildStaffTrialMail, TRIAL_MAILS } from '../../lib/dashboard/trials/mails.ts'
import { buildPausedMail } from '../../lib/dashboard/webhooks/mails.ts'
import type { MailContent, MailSite } from '../../lib/platform/mail/content.ts'
import { buildMessageMail, buildNoticeMail } from '../../lib/site/delivery/email.ts'
import { formatNewsletterText, parseNewsletterMail } from '../../lib/site/newsletter/mail.ts'
import { copyGroups } from '../../lib/site/ui-copy.ts'

export const SAMPLE_SITE: MailSite = { brand: 'Ductwise', siteUrl: 'https://www.example.com' }

const { siteUrl } = SAMPLE_SITE
const COMPANY = 'Reyes Heating & Air'
const TOKEN = 'T0kEn'.repeat(9).slice(0, 43)
const UNSUBSCRIBE_URL = `${siteUrl}/newsletter/unsubscribe?token=${TOKEN}`
const SUBSCRIBER = { email: 'jordan@example.com', createdAt: new Date('2026-03-06T15:04:00Z') }

const URGENT_CALL: AlertNotification = {
  userId: 'user_sam',
  alertId: '00000000-0000-4000-8000-000000000001',
  callId: '00000000-0000-4000-8000-000000000002',
  kind: 'urgent',
  isLast: false,
  title: 'Urgent call',
  time: 'Fri, Mar 6, 2:14 AM',
  urgency: 'Emergency',
  danger: 'Gas leak or odor',
  reason: 'Gas leak or odor: “I smell gas near the furnace”',
}

const LINE_FACTS = {
  line: {
    state: 'asked' as const,
    companyPhone: '+12125550142',
    note: 'Please call before 8 a.m.\nAsk for Maria.',
    askedAt: '2026-03-06T15:00:00Z',
    startedAt: null,
    liveAt: null,
    version: 1,
  },
  settings: { timeZone: 'America/Chicago', forwardingNumber: '+13125550100' },
  trial: {
    plan: 'night_line' as const,
    chosenAt: '2026-03-06T15:00:00Z',
    startedAt: '2026-03-09T15:00:00Z',
    endsAt: '2026-03-24T05:00:00Z',
  },
  company: COMPANY,
  siteUrl,
}

const TRIAL_FACTS = { plan: 'Night line', lastDay: 'Mon, Mar 23', company: COMPANY, siteUrl }

const MESSAGE = {
  name: 'Jordan Lee',
  email: 'jordan@example.com',
  company: 'Lakeside Cooling',
  phone: '+1 312 555 0177',
  message:
    'Hi,\nwe miss most calls between 6 p.m. and 7 a.m., and our two dispatchers are worn out.\n\nCan the assistant book into a calendar that we already use?\nThanks, Jordan',
}

const { labels } = copyGroups.newsletterMail

const fillLabel = (name: keyof typeof labels) =>
  labels[name].text.replaceAll('{brand}', SAMPLE_SITE.brand).replaceAll('{days}', '7')

const NEWSLETTER_FOOTER = { reason: fillLabel('reason'), unsubscribe: fillLabel('unsubscribe') }

const greet = (content: MailContent): MailContent => ({ ...content, greeting: formatGreeting('Ada Byron') })

/** Emails of every kind, by name. */
export const SAMPLE_MAILS: Record<string, MailContent> = {
  'alert-urgent': buildAlertMail(URGENT_CALL, COMPANY, siteUrl),
  'alert-urgent-last': buildAlertMail(
    { ...URGENT_CALL, isLast: true, title: 'Urgent call: no one has taken it yet' },
    COMPANY,
    siteUrl,
  ),
  'alert-assigned': buildAlertMail(
    { ...URGENT_CALL, kind: 'handover', title: 'Call assigned to you', urgency: 'Today', danger: null, reason: null },
    COMPANY,
    siteUrl,
  ),
  'alert-callback': buildAlertMail(
    { ...URGENT_CALL, kind: 'promise', title: 'Promised callback', urgency: null, danger: null, reason: null },
    COMPANY,
    siteUrl,
  ),
  'line-requested': greet(ADMIN_LINE_MAILS.asked(LINE_FACTS)),
  'line-in-progress': greet(ADMIN_LINE_MAILS['in-progress'](LINE_FACTS)),
  'line-live': greet(ADMIN_LINE_MAILS.live(LINE_FACTS)),
  'line-requested-staff': buildStaffLineMail(LINE_FACTS),
  'trial-ending': greet(TRIAL_MAILS.ending(TRIAL_FACTS)),
  'trial-ended': greet(TRIAL_MAILS.ended(TRIAL_FACTS)),
  'trial-ended-staff': buildStaffTrialMail(TRIAL_FACTS),
  'integration-requested-staff': buildRequestMail('hubspot', { id: 'org_2f8K', name: COMPANY }, siteUrl),
  'webhook-paused': greet(
    buildPausedMail({
      label: '“Dispatch board” (hooks.example.com)',
      isZap: false,
      isGone: false,
      company: COMPANY,
      siteUrl,
      endpointId: '00000000-0000-4000-8000-000000000003',
    }),
  ),
  'contact-message-staff': buildMessageMail(MESSAGE),
  'newsletter-confirm': parseNewsletterMail(
    fillLabel('confirmSubject'),
    formatNewsletterText({
      paragraphs: [fillLabel('confirmText')],
      button: fillLabel('confirmButton'),
      notes: [fillLabel('confirmElse')],
      ...NEWSLETTER_FOOTER,
    }),
    { confirm: `${siteUrl}/newsletter/confirm?token=${TOKEN}`, unsubscribe: UNSUBSCRIBE_URL },
  ),
  'newsletter-welcome': parseNewsletterMail(
    fillLabel('welcomeSubject'),
    formatNewsletterText({ paragraphs: [fillLabel('welcomeText')], ...NEWSLETTER_FOOTER }),
    { unsubscribe: UNSUBSCRIBE_URL },
  ),
  'newsletter-added-staff': buildNoticeMail({ ...SUBSCRIBER, kind: 'confirmed' }, UNSUBSCRIBE_URL),
  'newsletter-removed-staff': buildNoticeMail({ ...SUBSCRIBER, kind: 'unsubscribed' }, undefined),
}
