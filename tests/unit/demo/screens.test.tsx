// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'

vi.mock('next/navigation', () => ({
  usePathname: () => '/demo',
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({}),
}))

const { DemoScreen } = await import('../../../components/site/demo/demo-screen.tsx')

function show(path: string) {
  document.body.innerHTML = renderToStaticMarkup(
    <DemoScreen path={path} brand="Ductwise" labels={resolveCopy(null).demo} request={undefined} />,
  )
}

const findLink = (name: string) =>
  [...document.querySelectorAll('main a')]
    .find((link) => (link.getAttribute('aria-label') ?? link.textContent) === name)
    ?.getAttribute('href')
const isCurrent = (name: string) =>
  [...document.querySelectorAll('main a[aria-current=page]')].some((link) => link.textContent === name)
const findRow = (text: string) =>
  [...document.querySelectorAll('tbody tr')].find((each) => each.textContent?.includes(text))
const findVisit = (customer: string) =>
  [...document.querySelectorAll('[data-state]')].find((each) => each.textContent?.includes(customer))

describe('demo calendar', () => {
  beforeEach(() => show('/demo/calendar'))

  it('links to the adjacent weeks and back to the current week', () => {
    expect(findLink('Week before')).toBe('/demo/calendar/week-of-2026-01-05')
    expect(findLink('Week after')).toBe('/demo/calendar/week-of-2026-01-19')
    show('/demo/calendar/week-of-2026-01-05')
    expect(findLink('Today')).toBe('/demo/calendar')
    expect(findLink('Week after')).toBe('/demo/calendar')
    expect(findLink('Week before')).toBeUndefined()
  })

  it('filters visits by technician and keeps the filter in other weeks', () => {
    expect(isCurrent('All')).toBe(true)
    expect(findLink('Jordan')).toBe('/demo/calendar/jordan')
    show('/demo/calendar/jordan')
    expect(isCurrent('Jordan')).toBe(true)
    expect(findVisit('Hugo Marsh')).toBeDefined()
    expect(findVisit('Dev Quinn')).toBeUndefined()
    expect(findLink('Week before')).toBe('/demo/calendar/week-of-2026-01-05/jordan')
    expect(findLink('All')).toBe('/demo/calendar')
  })

  it('shows the number of visits and how many have no technician', () => {
    const readIntro = () => document.querySelector('main h1 + p')?.textContent
    expect(readIntro()).toBe('12 visits, 1 without a tech')
    show('/demo/calendar/jordan')
    expect(readIntro()).toBe('4 visits')
    show('/demo/calendar/day')
    expect(readIntro()).toBe('3 visits')
    show('/demo/calendar/list')
    expect(readIntro()).toBe('Who you’re visiting, when, and which tech is going.')
  })

  it.each(['/demo/calendar', '/demo/calendar/list', '/demo/calendar/day'])(
    'offers day and list views on phones at %s',
    (path) => {
      show(path)
      const links = [...document.querySelectorAll('[aria-label=View] > a:not(.max-md\\:hidden)')]
      const labels = links.map((link) => {
        for (const hidden of link.querySelectorAll('.max-md\\:hidden')) hidden.remove()
        return link.textContent
      })
      expect(labels.toSorted()).toEqual(['Day', 'List'])
    },
  )

  it('has a day view by technician and a list view', () => {
    expect([findLink('List'), findLink('Day')]).toEqual(['/demo/calendar/list', '/demo/calendar/day'])
    show('/demo/calendar/day')
    expect(findLink('Day before')).toBe('/demo/calendar/day/2026-01-12')
    show('/demo/calendar/list')
    expect(findLink('Past')).toBe('/demo/calendar/list/before')
    expect(findRow('Ben Keller')?.querySelector('svg')).toBeTruthy()
    // No call led to this visit, so the row has no icon that opens one.
    expect(findRow('Kim Evans')?.querySelector('svg')).toBeNull()
  })

  it('shows past visits as done', () => {
    expect(findVisit('Ella Foster')?.getAttribute('data-state')).toBe('done')
    expect(findVisit('Ben Keller')?.getAttribute('data-state')).toBe('done')
    expect(findVisit('Hugo Marsh')?.getAttribute('data-state')).toBe('confirmed')
    expect(document.body.textContent).toContain('Done or past')
  })
})

describe('demo start page', () => {
  it('compares the calls and each metric with the previous 7 days', () => {
    show('/demo')
    expect(document.body.textContent).toContain('16 calls, down 1 from the previous 7 days.')
    for (const change of ['+3 from 12', '+3 from 6', '−4 from 5']) expect(document.body.textContent).toContain(change)
  })

  it('lists each call once, emergencies first, and shows who took them', () => {
    show('/demo')
    const texts = [...document.querySelectorAll('main .today-words')].map((each) => each.textContent ?? '')
    expect(texts).toHaveLength(5)
    expect(texts[0]).toContain('I think I smell gas')
    expect(document.body.textContent).toContain('5 other calls')
    expect(document.body.textContent).toContain('. 1 emergency, Alex took it')
    for (const caller of ['Olga Price', 'Tara Stone']) expect(texts.join(' ')).not.toContain(caller)
  })
})

describe('demo calls', () => {
  beforeEach(() => show('/demo/calls'))

  it('show the duration in words and a placeholder for unknown callers', () => {
    expect(findRow('charged twice')?.textContent).toContain('36 sec')
    expect(findRow('Our heat is out')?.textContent).toContain('1 min 2 sec')
    expect(findRow('Rockford')?.textContent).toContain('No name given')
  })

  it('show the resolution of a missed call', () => {
    expect(findRow('No answer')?.textContent).toContain(
      'Call (312) 555-0147 back. Assigned to Alex, resolved on Sat, Jan 10, 3:20 PM.',
    )
    expect(findRow('Which filter size')?.textContent).not.toContain('Look up')
  })

  it('start each row with the caller name', () => {
    expect(findRow('charged twice')?.querySelector('th')?.textContent).toMatch(/^Olga Price/)
    expect(findRow('Rockford')?.querySelector('th')?.textContent).toMatch(/^No name given/)
  })
})

describe('demo leads', () => {
  const readNextStep = (name: string) => findRow(name)?.querySelector('[data-column="Next step"]')?.textContent

  it('show the urgency until a visit is booked, then the visit time', () => {
    show('/demo/leads')
    expect(readNextStep('Tara Stone')).toBe('This week')
    expect(readNextStep('Maya Reyes')).toBe('Visit Wed, Jan 1410 AM – 12 PM')
    expect(readNextStep('Rosa Tran')).toBe('–')
  })
})
