import { ButtonLink } from '../ui/button-link.tsx'
import { stegaClean } from 'next-sanity'
import {
  OWN_SCRIPT,
  scripted,
  VOICE,
  VOICE_AGENT,
  VOICE_INTEGRITY,
  VOICE_RETRY,
  VOICE_SCRIPT,
  VOICE_SLOT,
  type VoiceState,
} from '@/lib/dom-contract.ts'
import { voiceFile } from '@/lib/browser-bundles.js'
import type { Words } from '@/lib/words.ts'
import type { VoiceAgent as Agent } from '@/lib/voice-agent.ts'
import type { SETTINGS_QUERY_RESULT } from '../../sanity/types.ts'
import { fill } from '../ui/fill.tsx'
import { Icon } from '../ui/icon.tsx'
import { VoicePlace } from './voice-place.tsx'
import { phoneHref } from '@/lib/phone.ts'

type Settings = NonNullable<SETTINGS_QUERY_RESULT>

const IDLE: VoiceState = 'idle'

type VoiceWords = Words['voice']

type VoiceAgentProps = {
  brand: string
  settings: Pick<Settings, 'contact' | 'booking'> | null
  words: VoiceWords
  /** Without one, visitors can call or book. */
  agent: Agent | undefined
}

/** What the style sheet shows of the vendor's widget: that it comes, the widget itself, or that it did not come. */
function AgentSlot({ words }: { words: VoiceWords }) {
  return (
    <div aria-live="polite">
      <p className="label mt-3 hidden text-muted group-data-[voice=loading]/voice:block">{words.connecting}</p>
      <div className="mt-3 hidden group-data-[voice=failed]/voice:block">
        <p className="label">{words.failed}</p>
        <button type="button" className="text-link label min-h-11 cursor-pointer" {...scripted({ [VOICE_RETRY]: '' })}>
          {words.retry}
        </button>
      </div>
      {/* The vendor's widget places itself on the screen; here the screen is this box. */}
      <div
        className="relative mt-3 hidden min-h-36 contain-layout group-data-[voice=ready]/voice:block"
        {...scripted({ [VOICE_SLOT]: '' })}
      />
    </div>
  )
}

/**
 * The launcher at the lower right of a page. Native HTML: it opens without a script and always offers to call or book; its
 * own script (browser/voice-agent.ts) and the vendor's are loaded only when a visitor turns to it.
 */
export function VoiceAgent({ brand, settings, words, agent }: VoiceAgentProps) {
  const phone = stegaClean(settings?.contact?.phone)
  const { label, url } = settings?.booking ?? {}
  return (
    <VoicePlace>
      <details
        className="group/voice fixed right-8 bottom-20 z-30 data-yields:not-focus-within:pointer-events-none max-md:typing:hidden print:hidden"
        {...scripted({
          [VOICE]: IDLE,
          [VOICE_AGENT]: agent?.agentId,
          [VOICE_SCRIPT]: agent?.scriptUrl,
          [VOICE_INTEGRITY]: agent?.integrity,
          [OWN_SCRIPT]: voiceFile.path,
        })}
      >
        <summary className="flex size-14 items-center justify-center gap-2.5 rounded-full border border-ice/45 bg-raised font-semibold floating transition-[border-color,opacity,translate] group-open/voice:border-ice group-data-over-text/voice:group-not-has-focus-visible/voice:translate-x-15 group-data-yields/voice:group-not-focus-within/voice:translate-x-[calc(100%+2rem)] group-data-yields/voice:group-not-focus-within/voice:opacity-0 hover:border-ice active:bg-ice-wash sm:w-auto sm:pr-5 sm:pl-4">
          <Icon name="voice" size={22} className="text-ice group-open/voice:hidden" />
          <Icon name="close" size={22} className="group-not-open/voice:hidden" />
          <span className="max-sm:sr-only">{words.launcher}</span>
        </summary>
        <div className="absolute right-0 bottom-full mb-3 max-h-[calc(100dvh-11rem)] w-[min(20rem,100vw-3rem)] animate-appear overflow-y-auto panel p-5 floating">
          <p className="font-display text-xl leading-tight font-semibold">{fill(words.panel, { brand })}</p>
          {agent && <AgentSlot words={words} />}
          <div className="mt-4 grid gap-2.5">
            {phone && (
              <ButtonLink href={phoneHref(phone)}>
                <Icon name="phone" size={18} />
                {fill(words.callNumber, { number: phone })}
              </ButtonLink>
            )}
            {url && (
              <ButtonLink href={url} variant="quiet">
                <Icon name="calendar" size={18} />
                {label}
              </ButtonLink>
            )}
          </div>
        </div>
      </details>
    </VoicePlace>
  )
}
