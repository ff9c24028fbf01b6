import { stegaClean } from 'next-sanity'
import { isFictional, phoneHref } from '@/lib/phone.ts'
import type { Words } from '@/lib/words.ts'
import { CONTACT_PATH, EXAMPLES_SLUG, PRICING_PATH } from '../../lib/routes.ts'
import { ClosingBand } from '../ui/closing-band.tsx'
import { fill } from '../ui/fill.tsx'

type DocClosingProps = {
  words: Words['documentation']
  phone: string | null | undefined
  /** The section that a page is in; the list of all pages is in none. */
  section?: string | null | undefined
}

/** The end of a page: who reads an example is not stuck, but compares. A sample number, which nobody answers, is not offered. */
export function DocClosing({ words, phone, section }: DocClosingProps) {
  if (section === EXAMPLES_SLUG)
    return (
      <ClosingBand heading={words.fits} actions={[{ _key: 'compare', label: words.compare, href: PRICING_PATH }]} />
    )
  const isAnswered = phone && !isFictional(stegaClean(phone))
  return (
    <ClosingBand
      heading={words.stuck}
      text={words.stuckText}
      actions={[
        { _key: 'write', label: words.write, href: CONTACT_PATH },
        ...(isAnswered ? [{ _key: 'call', label: fill(words.call, { phone }), href: phoneHref(phone) }] : []),
      ]}
    />
  )
}
