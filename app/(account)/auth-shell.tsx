import type { ReactNode } from 'react'
import { AuthCard } from '@/components/account/auth-card.tsx'
import { Notice } from '@/components/account/notice.tsx'
import { AccountFooter } from '@/components/site/layout/account-frame.tsx'
import { FirstPaintScript } from '@/components/site/layout/page-scripts.tsx'
import { type EntryPage, Header } from '@/components/site/layout/header.tsx'
import { SkipLink } from '@/components/ui/skip-link.tsx'
import { VoiceAgent } from '@/components/site/voice/voice-agent.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { getAccountShell, getHelp, getNonce } from './shell.ts'
import './account.css'

type AuthShellProps = {
  entry?: EntryPage
  hasLauncher?: boolean
  children: ReactNode
}

export async function AuthShell({ entry, hasLauncher = true, children }: AuthShellProps) {
  const [shell, nonce] = await Promise.all([getAccountShell(), getNonce()])
  return (
    <>
      <FirstPaintScript announcement={undefined} nonce={nonce} />
      <SkipLink label={shell.labels.menus.skip} />
      <Header brand={shell.brand} settings={shell.settings} labels={shell.labels} menu={shell.menu} entry={entry} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <AccountFooter {...shell} />
      {hasLauncher && (
        <VoiceAgent
          brand={shell.brand}
          settings={shell.settings}
          labels={shell.labels.voice}
          agent={env().voiceAgent}
        />
      )}
    </>
  )
}

/** Replaces every account page if the Clerk keys are missing or malformed. */
export async function NotSetUp() {
  return (
    <AuthShell hasLauncher={false}>
      <AuthCard heading="Accounts aren’t available yet">
        <Notice label="Not available yet" heading="Sign-in isn’t set up" help={await getHelp()}>
          <p>
            Accounts are turned off on this site for now, so you can’t sign in or register. Everything else works as
            usual.
          </p>
        </Notice>
      </AuthCard>
    </AuthShell>
  )
}
