import { describe, expect, it } from 'vitest'
import { buildAlertMail } from '../../../lib/dashboard/alerts/mail.ts'
import type { AlertNotification } from '../../../lib/dashboard/alerts/notification.ts'
import type { MailContent } from '../../../lib/platform/mail/content.ts'
import { renderText } from '../../../lib/platform/mail/text.ts'
import { buildMessageMail } from '../../../lib/site/delivery/email.ts'
import { SAMPLE_MAILS, SAMPLE_SITE } from '../../support/sample-mails.ts'

const getMail = (name: string): MailContent => {
  const content = SAMPLE_MAILS[name]
  if (!content) throw new Error(`There is no sample email ${name}`)
  return content
}

const NOTIFICATION: AlertNotification = {
  userId: 'user_sam',
  alertId: 'alert',
  callId: 'call',
  kind: 'urgent',
  isLast: false,
  title: 'Urgent call',
  time: 'Fri, Mar 6, 2:14 AM',
  urgency: 'Emergency',
  danger: 'Gas leak or odor',
  reason: 'Gas leak or odor: “smell gas”',
}

const buildAlert = (change: Partial<AlertNotification> = {}) =>
  buildAlertMail({ ...NOTIFICATION, ...change }, 'Reyes Heating', SAMPLE_SITE.siteUrl)

describe('alert email', () => {
  it('has urgency, reason, time and company as facts, and opens the call', () => {
    expect(buildAlert()).toMatchObject({
      subject: 'Urgent call · Fri, Mar 6, 2:14 AM',
      isUrgent: true,
      facts: [
        ['Urgency', 'Emergency'],
        ['Reason', 'Gas leak or odor: “smell gas”'],
        ['Call', 'Fri, Mar 6, 2:14 AM'],
        ['Company', 'Reyes Heating'],
      ],
      action: { label: 'Open the call', url: 'https://www.example.com/dashboard/calls/call' },
    })
  })

  it("keeps the caller's words out of the preheader, which locked phones show", () => {
    expect(buildAlert().preheader).toBe('Reyes Heating · Emergency · Gas leak or odor')
  })

  it('names the danger alone if the words are about health', () => {
    expect(buildAlert({ reason: null }).facts).toContainEqual(['Reason', 'Gas leak or odor'])
  })

  it('is ember only for urgent calls', () => {
    expect(buildAlert({ kind: 'handover' }).isUrgent).toBe(false)
    expect(buildAlert({ kind: 'promise' }).isUrgent).toBe(false)
  })

  it.each([
    [{ kind: 'urgent', isLast: false }, /If no one does, we alert the next person/],
    [{ kind: 'urgent', isLast: true }, /No one else is alerted after the admins/],
    [{ kind: 'handover', isLast: false }, /to let your team know/],
  ] as const)('says what happens next for %j', (change, expected) => {
    expect(buildAlert(change).notes?.join(' ')).toMatch(expected)
  })
})

describe('email to admins', () => {
  it.each(['line-requested', 'line-in-progress', 'line-live', 'trial-ending', 'trial-ended'])(
    '%s greets the admin and says how to change the admins',
    (name) => {
      const text = renderText(getMail(name), SAMPLE_SITE)
      expect(text).toContain('\n\nHello Ada Byron,\n\n')
      expect(text).toContain('You get this email because you are an admin of Reyes Heating & Air.')
      expect(text).toContain('https://www.example.com/dashboard/settings/team')
    },
  )

  it('announces the live line with its number and the trial', () => {
    const text = renderText(getMail('line-live'), SAMPLE_SITE)
    expect(text).toContain('Forward to: (312) 555-0100')
    expect(text).toContain('It runs through Mon, Mar 23, is free, and ends on its own.')
  })
})

describe('email to the office', () => {
  it.each(Object.keys(SAMPLE_MAILS).filter((name) => name.endsWith('-staff')))(
    '%s names the variable of its recipient',
    (name) => {
      expect(getMail(name).footer.reason).toContain('CONTACT_TO')
    },
  )

  it('has the unchanged message of a visitor below the facts', () => {
    const message = 'Hi,\n  two spaces & <b>tags</b>\n\nBye'
    const content = buildMessageMail({ name: 'Ada', email: 'ada@example.com', company: 'Byron', phone: null, message })
    expect(renderText(content, SAMPLE_SITE)).toContain(`Company: Byron\n\n${message}\n\n-- \n`)
    expect(content.facts?.map(([label]) => label)).toEqual(['Name', 'Email', 'Company'])
  })
})

describe('text part', () => {
  it('has one block per element, and the signature separator before the footer', () => {
    const content: MailContent = {
      subject: 'Subject',
      preheader: 'Preheader',
      title: 'Title',
      greeting: 'Hello,',
      paragraphs: ['One.', 'Two.'],
      facts: [
        ['Name', 'Ada'],
        ['Phone', '1'],
      ],
      action: { label: 'Open', url: 'https://www.example.com/a' },
      notes: ['Note.'],
      links: [{ label: 'Other', url: 'https://www.example.com/b' }],
      footer: { reason: 'Reason.', link: { label: 'Change', url: 'https://www.example.com/c' } },
    }
    expect(renderText(content, SAMPLE_SITE).split('\n')).toEqual([
      'Title',
      '',
      'Hello,',
      '',
      'One.',
      '',
      'Two.',
      '',
      'Name: Ada',
      'Phone: 1',
      '',
      'Open:',
      'https://www.example.com/a',
      '',
      'Note.',
      '',
      'Other: https://www.example.com/b',
      '',
      '-- ',
      'Reason.',
      'Change: https://www.example.com/c',
      'Sent by Ductwise · https://www.example.com',
      '',
    ])
  })
})
