import type { ReactNode } from 'react'
import { announcementId } from '@/components/layout/announcement-bar.tsx'
import { FirstPaintScript } from '@/components/layout/first-paint-script.tsx'
import { Footer } from '@/components/layout/footer.tsx'
import { Header } from '@/components/layout/header.tsx'
import { PhoneBar } from '@/components/layout/phone-bar.tsx'
import { ShellScript } from '@/components/layout/shell-script.tsx'
import { SkipLink } from '@/components/layout/skip-link.tsx'
import { VoiceAgent } from '@/components/voice/voice-agent.tsx'
import { env } from '@/lib/env.ts'
import { getShell } from './site-data.ts'
import { Preview } from './preview.tsx'

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const shell = await getShell()
  return (
    <>
      <FirstPaintScript announcement={announcementId(shell.announcement)} />
      <SkipLink label={shell.words.menus.skip} />
      <Header {...shell} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer {...shell} />
      <PhoneBar {...shell} />
      <VoiceAgent brand={shell.brand} settings={shell.settings} words={shell.words.voice} agent={env().voiceAgent} />
      <ShellScript />
      <Preview />
    </>
  )
}
