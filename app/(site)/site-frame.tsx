import type { ReactNode } from 'react'
import { hashAnnouncement } from '@/components/site/layout/announcement-bar.tsx'
import { FirstPaintScript } from '@/components/site/layout/page-scripts.tsx'
import { Footer } from '@/components/site/layout/footer.tsx'
import { Header } from '@/components/site/layout/header.tsx'
import { PhoneBar } from '@/components/site/layout/phone-bar.tsx'
import { SkipLink } from '@/components/ui/skip-link.tsx'
import { Particles } from '@/components/site/marketing/particles.tsx'
import { formatLowestPrice } from '@/components/site/pricing/lowest-price.tsx'
import type { Action } from '@/components/ui/button-link.tsx'
import { fill } from '@/components/ui/fill.tsx'
import { LateScript } from '@/components/ui/late-script.tsx'
import { VoiceAgent } from '@/components/site/voice/voice-agent.tsx'
import { shellFile } from '@/lib/browser-bundles.js'
import { env } from '@/lib/platform/env/env.ts'
import { SOLUTION_PATHS } from '@/lib/routes.ts'
import { hasVoiceAgent } from '@/lib/platform/env/voice-agent.ts'
import { Preview } from './preview.tsx'
import { getLowestPlan, getShell } from './site-data.ts'

async function FrameHeader() {
  const shell = await getShell()
  return (
    <>
      <FirstPaintScript announcement={hashAnnouncement(shell.announcement)} />
      <SkipLink label={shell.labels.menus.skip} />
      <Header {...shell} />
    </>
  )
}

export async function ProductIntro({ hasPrice }: { hasPrice: boolean }) {
  const [{ settings, labels }, lowestPlan] = await Promise.all([getShell(), hasPrice ? getLowestPlan() : undefined])
  if (!settings?.tagline) return null
  const price = lowestPlan && formatLowestPrice(lowestPlan)
  return (
    <div className="border-b print:hidden">
      <p className="wrap py-2 text-sm text-balance text-muted-foreground">
        {settings.tagline} {price && <span className="whitespace-nowrap">{fill(labels.prices.from, { price })}</span>}
      </p>
    </div>
  )
}

async function FrameFooter({ path, actions }: Pick<SiteFrameProps, 'path' | 'actions'>) {
  const shell = await getShell()
  const { brand, settings, labels } = shell
  return (
    <>
      <Footer {...shell} />
      {actions !== null && <PhoneBar {...shell} actions={actions} />}
      {hasVoiceAgent(path) && (
        <VoiceAgent brand={brand} settings={settings} labels={labels.voice} agent={env().voiceAgent} />
      )}
    </>
  )
}

const isSolution = (path: string) => SOLUTION_PATHS.some((root) => path === root || path.startsWith(`${root}/`))

type SiteFrameProps = {
  path: string
  /**
   * Text about the product that the frame shows above the page: nothing, the tagline, or the tagline and the lowest
   * price. Pages that consist of blocks show nothing.
   */
  intro?: 'nothing' | 'what' | 'what and price'
  /** Actions at the end of the page, which the mobile bar repeats. Null hides the bar. */
  actions?: Action[] | null
  children: ReactNode
}

export function SiteFrame({ path, intro = 'what', actions, children }: SiteFrameProps) {
  return (
    <>
      <FrameHeader />
      <main id="content" tabIndex={-1}>
        {intro !== 'nothing' && <ProductIntro hasPrice={intro === 'what and price'} />}
        {isSolution(path) ? (
          <div className="relative isolate">
            <Particles />
            {children}
          </div>
        ) : (
          children
        )}
      </main>
      <FrameFooter path={path} actions={actions} />
      <LateScript src={shellFile.path} />
      <Preview />
    </>
  )
}
