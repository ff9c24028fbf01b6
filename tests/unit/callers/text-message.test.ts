import { describe, expect, it } from 'vitest'
import { buildSmsHref, formatTextMessage } from '../../../lib/dashboard/callers/text-message.ts'

const at = '2026-03-10T03:30:00.000Z'

describe('text message', () => {
  it('names the company, the reason and the date in the business time zone', () => {
    expect(formatTextMessage('Kestrel Heating', { kind: 'call', at, zone: 'America/New_York' })).toBe(
      'This is Kestrel Heating. You called us on Monday, March 9.',
    )
    expect(formatTextMessage('Kestrel Heating', { kind: 'lead', at, zone: 'UTC' })).toBe(
      'This is Kestrel Heating. You asked us for help on Tuesday, March 10.',
    )
    expect(formatTextMessage('Kestrel Heating', { kind: 'visit', at, zone: 'UTC' })).toBe(
      'This is Kestrel Heating. We’re texting about your visit on Tuesday, March 10.',
    )
    expect(formatTextMessage('Kestrel Heating')).toBe('This is Kestrel Heating.')
    expect(formatTextMessage(undefined)).toBe('')
  })

  it('link passes any text to the messaging app', () => {
    const href = buildSmsHref('+12125550142', 'Smith & Sons: 100% heat? +1 #1')
    expect(href).toMatch(/^sms:\+12125550142\?&body=/)
    expect(new URLSearchParams(href.slice(href.indexOf('?'))).get('body')).toBe('Smith & Sons: 100% heat? +1 #1')
    expect(buildSmsHref('+12125550142', '')).toBe('sms:+12125550142')
  })
})
