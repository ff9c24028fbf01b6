import type { ReactNode } from 'react'
import { announcementId } from '@/components/layout/announcement-bar.tsx'
import { FirstPaintScript } from '@/components/layout/first-paint-script.tsx'
import { Footer } from '@/components/layout/footer.tsx'
import { Header, type HeaderVariant } from '@/components/layout/header.tsx'
import { VoiceAgent } from '@/components/voice/voice-agent.tsx'
import { env } from '@/lib/env.ts'
import { pageNonce } from './nonce.ts'
import { getAccountShell } from './shell.ts'
import './account.css'

/** Header and footer of the public site round the pages that lead into the account. */
export async function EntryShell({ variant, children }: { variant: HeaderVariant; children: ReactNode }) {
  const [shell, nonce] = await Promise.all([getAccountShell(), pageNonce()])
  return (
    <>
      <FirstPaintScript announcement={announcementId(shell.settings?.announcement)} nonce={nonce} />
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header {...shell} variant={variant} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer {...shell} />
      <VoiceAgent brand={shell.brand} settings={shell.settings} agent={env().voiceAgent} />
    </>
  )
}
