import type { ReactNode } from 'react'
import { announcementId } from '@/components/layout/announcement-bar.tsx'
import { FirstPaintScript } from '@/components/layout/first-paint-script.tsx'
import { Footer } from '@/components/layout/footer.tsx'
import { Header } from '@/components/layout/header.tsx'
import { PhoneBar } from '@/components/layout/phone-bar.tsx'
import { SkipLink } from '@/components/layout/skip-link.tsx'
import { Tagline } from '@/components/layout/tagline.tsx'
import { Particles } from '@/components/marketing/particles.tsx'
import type { Action } from '@/components/ui/button-link.tsx'
import { LateScript } from '@/components/ui/late-script.tsx'
import { VoiceAgent } from '@/components/voice/voice-agent.tsx'
import { shellFile } from '@/lib/browser-bundles.js'
import { env } from '@/lib/env.ts'
import { SOLUTION_PATHS } from '@/lib/routes.ts'
import { hasVoiceAgent } from '@/lib/voice-agent.ts'
import { Preview } from './preview.tsx'
import { getLowestPlan, getShell } from './site-data.ts'

async function Top() {
  const shell = await getShell()
  return (
    <>
      <FirstPaintScript announcement={announcementId(shell.announcement)} />
      <SkipLink label={shell.words.menus.skip} />
      <Header {...shell} />
    </>
  )
}

/** What is sold and to whom; with the price where the page does not name it at its top. */
export async function WhatItIs({ namesPrice }: { namesPrice: boolean }) {
  const [{ settings, words }, lowest] = await Promise.all([getShell(), namesPrice ? getLowestPlan() : undefined])
  return <Tagline tagline={settings?.tagline} lowest={lowest} words={words.prices} />
}

async function Bottom({ path, actions }: Pick<SiteFrameProps, 'path' | 'actions'>) {
  const shell = await getShell()
  const { brand, settings, words } = shell
  return (
    <>
      <Footer {...shell} />
      {actions !== null && <PhoneBar {...shell} actions={actions} />}
      {hasVoiceAgent(path) && (
        <VoiceAgent brand={brand} settings={settings} words={words.voice} agent={env().voiceAgent} />
      )}
    </>
  )
}

/** Whether a page is about what is sold, which the Solutions menu offers, or below such a one. */
const isSolution = (path: string) => SOLUTION_PATHS.some((root) => path === root || path.startsWith(`${root}/`))

type SiteFrameProps = {
  path: string
  /** How much of what the product is the frame says above the page; pages made of blocks say it themselves. */
  says?: 'nothing' | 'what' | 'what and price'
  /** What the page asks for at its end, which the bar of a phone repeats; null on a page that has no such bar. */
  actions?: Action[] | null
  children: ReactNode
}

/** What is around every public page. Particles drift behind the content of pages about what is sold. */
export function SiteFrame({ path, says = 'what', actions, children }: SiteFrameProps) {
  return (
    <>
      <Top />
      <main id="content" tabIndex={-1}>
        {says !== 'nothing' && <WhatItIs namesPrice={says === 'what and price'} />}
        {isSolution(path) ? (
          <div className="relative isolate">
            <Particles />
            {children}
          </div>
        ) : (
          children
        )}
      </main>
      <Bottom path={path} actions={actions} />
      <LateScript src={shellFile.path} />
      <Preview />
    </>
  )
}
