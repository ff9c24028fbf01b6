'use client'

import { usePathname } from 'next/navigation'
import { type Area, areaAt, AREAS } from '@/lib/auth/areas.ts'
import { decide } from '@/lib/auth/decide.ts'
import { refusalRemedy, refusalSentence } from '@/lib/auth/refusal-words.ts'
import { Link } from '../ui/link.tsx'
import { useFacts } from './facts-context.tsx'
import { Page, Panel } from './page.tsx'

/** In place of a page that somebody may not open: why, and who can change that. The gate itself is in the page. */
export function Refusal() {
  const facts = useFacts()
  const area: Area = areaAt(usePathname()) ?? AREAS.overview
  const decision = decide(facts, area.rule)
  return (
    <Page title={`You may not open “${area.label}”`}>
      <Panel title="Why, and what to do">
        {decision.verdict !== 'allow' && (
          <p className="max-w-[60ch]">
            {refusalSentence(decision)} {refusalRemedy(decision)}
          </p>
        )}
        <p className="mt-5 flex flex-wrap gap-3">
          <Link href={AREAS.access.path} className="button button-solid">
            See what you may do
          </Link>
          <Link href={AREAS.team.path} className="button button-quiet">
            See who is an admin
          </Link>
        </p>
      </Panel>
    </Page>
  )
}
