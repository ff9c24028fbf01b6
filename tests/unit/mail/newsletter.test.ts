import { describe, expect, it } from 'vitest'
import { formatNewsletterText, parseNewsletterMail } from '../../../lib/site/newsletter/mail.ts'

const LINKS = { confirm: 'https://www.example.com/confirm', unsubscribe: 'https://www.example.com/unsubscribe' }

describe('newsletter email', () => {
  it("keeps the editors' texts and turns the placeholders into a button and a small link", () => {
    const text = formatNewsletterText({
      paragraphs: ['Someone entered\nthis address.', 'Was it you?'],
      button: 'Confirm subscription',
      notes: ['If not, ignore this.'],
      reason: 'You get this because of our form.',
      unsubscribe: 'Unsubscribe',
    })
    expect(text).not.toContain('https')
    expect(parseNewsletterMail('Please confirm', text, LINKS)).toEqual({
      subject: 'Please confirm',
      preheader: 'Someone entered\nthis address.',
      title: 'Please confirm',
      paragraphs: ['Someone entered\nthis address.', 'Was it you?'],
      action: { label: 'Confirm subscription', url: LINKS.confirm },
      notes: ['If not, ignore this.'],
      footer: {
        reason: 'You get this because of our form.',
        link: { label: 'Unsubscribe', url: LINKS.unsubscribe },
      },
    })
  })

  it('has no button without a confirmation link', () => {
    const text = formatNewsletterText({ paragraphs: ['Thanks.'], reason: 'Reason.', unsubscribe: 'Unsubscribe' })
    const content = parseNewsletterMail('Welcome', text, { unsubscribe: LINKS.unsubscribe })
    expect(content).toMatchObject({ paragraphs: ['Thanks.'], notes: [] })
    expect(content.action).toBeUndefined()
  })

  it('reads the texts that the previous version of the site stored', () => {
    const text = 'Press the button:\n\n{link}\n\nOr ignore this.\n\n-- \nUnsubscribe:\n{unsubscribe}\n'
    expect(parseNewsletterMail('Confirm your subscription', text, LINKS)).toMatchObject({
      paragraphs: ['Press the button:'],
      action: { label: 'Confirm your subscription', url: LINKS.confirm },
      notes: ['Or ignore this.'],
      footer: { reason: undefined, link: { label: 'Unsubscribe', url: LINKS.unsubscribe } },
    })
  })

  it('fills placeholders that editors typed into a sentence', () => {
    const text = formatNewsletterText({
      paragraphs: ['Open {link} or {unsubscribe} now.'],
      button: 'Confirm',
      reason: 'Reason.',
      unsubscribe: 'Unsubscribe',
    })
    expect(parseNewsletterMail('Confirm', text, LINKS).paragraphs).toEqual([
      `Open ${LINKS.confirm} or ${LINKS.unsubscribe} now.`,
    ])
  })
})
