import { describe, expect, it } from 'vitest'
import { headerFits } from '../../../components/layout/header-width.ts'

const link = (label: string) => ({ _key: label, label, kind: 'external' as const, href: '/' })

const fits = (labels: string[], more: Partial<Parameters<typeof headerFits>[0]> = {}) =>
  headerFits({
    brand: 'Ductwise',
    menu: 'Solutions',
    links: labels.map(link),
    account: [['Sign In', 'Dashboard'], ['Create account']],
    button: 'Request a Demo',
    ...more,
  })

const USUAL = ['Home', 'Features', 'Pricing', 'About Us', 'Contact']

describe('the width from which the header has one line', () => {
  it('is that of a laptop for the links of the sample', () => {
    expect(fits(USUAL)).toBe('fits-75')
  })

  it('grows with what has to be shown, until nothing is wide enough', () => {
    expect(fits(['Features', 'Pricing'])).toBe('fits-64')
    expect(fits(USUAL, { button: 'Schedule a Live Demo' })).toBe('fits-80')
    expect(fits(USUAL, { button: 'Kostenlose Vorführung vereinbaren' })).toBeUndefined()
    expect(fits(['Startseite', 'Leistungsübersicht', 'Preise und Tarife', 'Unternehmensgeschichte'])).toBeUndefined()
  })

  it('counts with the wider of two words that share a place, and with letters of another alphabet', () => {
    const account = (word: string) => fits(USUAL, { account: [[word, 'In'], ['Create account']] })
    expect(account('Dashboard')).toBe('fits-75')
    expect(account('Zur Steuerzentrale')).toBe('fits-80')
    expect(fits(USUAL, { brand: '暖房と冷房' })).toBe('fits-80')
  })
})
