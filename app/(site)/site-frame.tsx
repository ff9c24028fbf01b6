import type { ReactNode } from 'react'
import { announcementId } from '@/components/layout/announcement-bar.tsx'
import { FirstPaintScript } from '@/components/layout/first-paint-script.tsx'
import { Footer } from '@/components/layout/footer.tsx'
import { Header } from '@/components/layout/header.tsx'
import { PhoneBar } from '@/components/layout/phone-bar.tsx'
import { SkipLink } from '@/components/layout/skip-link.tsx'
import { Particles } from '@/components/marketing/particles.tsx'
import { LateScript } from '@/components/ui/late-script.tsx'
import { VoiceAgent } from '@/components/voice/voice-agent.tsx'
import { shellFile } from '@/lib/browser-bundles.js'
import { env } from '@/lib/env.ts'
import { SOLUTION_PATHS } from '@/lib/routes.ts'
import { hasVoiceAgent } from '@/lib/voice-agent.ts'
import { Preview } from './preview.tsx'
import { getShell } from './site-data.ts'

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

async function Bottom({ path }: { path: string }) {
  const shell = await getShell()
  const { brand, settings, words } = shell
  return (
    <>
      <Footer {...shell} />
      <PhoneBar {...shell} />
      {hasVoiceAgent(path) && (
        <VoiceAgent brand={brand} settings={settings} words={words.voice} agent={env().voiceAgent} />
      )}
    </>
  )
}

/** Whether a page is about what is sold, which the Solutions menu offers, or below such a one. */
const isSolution = (path: string) => SOLUTION_PATHS.some((root) => path === root || path.startsWith(`${root}/`))

/** What is around every public page. Particles drift behind the content of pages about what is sold. */
export function SiteFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <Top />
      <main id="content" tabIndex={-1}>
        {isSolution(path) ? (
          <div className="relative isolate">
            <Particles />
            {children}
          </div>
        ) : (
          children
        )}
      </main>
      <Bottom path={path} />
      <LateScript src={shellFile.path} />
      <Preview />
    </>
  )
}
